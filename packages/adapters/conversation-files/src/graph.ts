import { OperationError, type Scope } from '@agent-mem/contract';
import {
  allPages,
  type Change,
  everyStatus,
  type Graph,
  type GraphArchive,
  type GraphMaintenance,
  type GraphNode,
  type GraphRecord,
  type NodeWrite,
  nodesById,
  VersionConflict,
} from '@agent-mem/storage';
import { bodyKinds, hasBody, isInFile, withBody, withoutBody } from './bodies.ts';
import { type Bodies, entryOf } from './document.ts';
import { fileName } from './file-name.ts';
import { openConversationFiles, withEntries, withoutIds } from './files.ts';

type Store = Graph & GraphMaintenance & GraphArchive;

const pageSize = 500;

/** Where the files are, and when they are written. */
export interface ConversationFilesOptions {
  /** The data directory. No other process may write there. */
  readonly directory: string;
  /** When bodies are written to their file: with their nodes, when their conversation ends or it or its scope is exported, or never: then files are only read. */
  readonly saves: 'at-once' | 'at-the-end' | 'never';
}

/**
 * A Graph whose bodies of conversations are in files: what was said, thought, asked of tools and answered by them. Callers see nodes as they wrote them.
 * A body is in its file before its node is in the Graph: a crash between the two leaves a body without a node, which the next writer of the file drops, or a purge.
 */
export function withConversationFiles<Inner extends Store>(graph: Inner, { directory, saves }: ConversationFilesOptions): Inner {
  const autoSave = saves === 'at-once';
  const files = openConversationFiles(directory);
  /** Files that this process has cleared of what a crash left. */
  const cleared = new Set<string>();
  /** Ids of bodies whose nodes are on their way into the Graph. */
  const underWay = new Set<ReadonlySet<string>>();

  /** Puts bodies into their files, and then their nodes into the Graph. No purge takes the ones for lack of the others meanwhile. */
  async function withBodies<Result>(ids: readonly string[], write: () => Promise<Result>): Promise<Result> {
    const own = new Set(ids);
    underWay.add(own);
    try {
      return await write();
    } finally {
      underWay.delete(own);
    }
  }

  /** Takes out the bodies whose nodes are gone: those of these ids, or any where none are named. */
  async function dropBodies(scope: Scope, ids: readonly string[]): Promise<void> {
    const named = new Set(ids);
    for (const conversationId of await files.conversationsOf(scope))
      await files.change(scope, conversationId, async (bodies) => {
        const asked = [...bodies.keys()].filter((id) => named.size === 0 || named.has(id));
        // Before the nodes are read: what is not under way by then has its node, or gets none.
        const settled = asked.filter((id) => ![...underWay].some((own) => own.has(id)));
        const known = await nodesById(graph, scope, settled);
        const gone = new Set(settled.filter((id) => !known.has(id)));
        return withoutIds(bodies, (id) => gone.has(id));
      });
  }

  async function clearedOf(scope: Scope, conversationId: string, bodies: Bodies): Promise<Bodies> {
    const name = fileName(scope, conversationId);
    if (cleared.has(name)) return bodies;
    const known = await nodesById(graph, scope, [...bodies.keys()]);
    cleared.add(name);
    return withoutIds(bodies, (id) => !known.has(id)) ?? bodies;
  }

  /** Answers the ids that were not there before. */
  async function put(
    scope: Scope,
    writes: readonly Pick<NodeWrite, 'id' | 'kind' | 'conversationId' | 'ordinal' | 'properties'>[],
  ) {
    const added: { readonly conversationId: string; readonly ids: readonly string[] }[] = [];
    for (const [conversationId, own] of Map.groupBy(writes, (write) => write.conversationId ?? ''))
      await files.change(scope, conversationId, async (bodies) => {
        const left = await clearedOf(scope, conversationId, bodies);
        added.push({ conversationId, ids: own.map(({ id }) => id).filter((id) => !left.has(id)) });
        return withEntries(left, new Map(own.map((write) => [write.id, entryOf(write)]))) ?? (left === bodies ? null : left);
      });
    return {
      /** Takes them out again: their commit did not happen. */
      async undo() {
        for (const { conversationId, ids } of added)
          await files.change(scope, conversationId, (bodies) => withoutIds(bodies, (id) => ids.includes(id)));
      },
    };
  }

  async function hydrated(scope: Scope, nodes: readonly GraphNode[]): Promise<readonly GraphNode[]> {
    const conversations = new Set(nodes.filter(isInFile).map(({ conversationId }) => conversationId ?? ''));
    if (conversations.size === 0) return nodes;
    const bodies = new Map<string, Bodies>();
    for (const id of conversations) bodies.set(id, await files.read(scope, id));
    return nodes.map((node) => {
      if (!isInFile(node)) return node;
      const conversationId = node.conversationId ?? '';
      const entry = bodies.get(conversationId)?.get(node.id);
      if (entry) return withBody(node, entry.body);
      const sentence = `${fileName(scope, conversationId)} in ${directory} has ${node.id} no more; bring the file back from a backup`;
      throw new OperationError('failed-precondition', sentence);
    });
  }

  const one = async (scope: Scope, node: GraphNode) => (await hydrated(scope, [node]))[0] ?? node;

  /** Moves bodies that are in the Graph into the file, and says so in the conversation; all nodes stay at their versions. */
  async function save(scope: Scope, conversationId: string): Promise<void> {
    let isMoved = false;
    const query = { kinds: bodyKinds, statuses: everyStatus, conversationId, order: 'createdAt', limit: pageSize } as const;
    for await (const nodes of allPages((cursor) => graph.find(scope, { ...query, cursor }))) {
      const inGraph = nodes.filter((node) => !isInFile(node));
      if (inGraph.length === 0) continue;
      isMoved = true;
      await put(scope, inGraph);
      await graph.load(
        scope,
        inGraph.map((node) => ({ node: { ...node, properties: withoutBody(node) } })),
      );
    }
    if (isMoved) await sayWhere(scope, conversationId);
  }

  /** Where its file is. A conversation that was written meanwhile is left: the next save says it. */
  async function sayWhere(scope: Scope, conversationId: string): Promise<void> {
    const { items } = await graph.find(scope, {
      kinds: ['Conversation'],
      statuses: everyStatus,
      conversationId,
      order: 'createdAt',
      limit: 1,
    });
    const saved = new Set([conversationId]);
    await graph.load(
      scope,
      items.map((node) => ({ node: stored(scope, node, saved) })),
    );
  }

  async function saveAll(scope: Scope): Promise<void> {
    const query = { kinds: ['Conversation'], statuses: everyStatus, order: 'createdAt', limit: pageSize } as const;
    for await (const nodes of allPages((cursor) => graph.find(scope, { ...query, cursor })))
      for (const { conversationId } of nodes) if (conversationId !== null) await save(scope, conversationId);
  }

  async function commit(scope: Scope, change: Change, bodies: readonly NodeWrite[]) {
    const over = overConversations(change);
    const written = bodies.length > 0 ? await put(scope, bodies) : null;
    const saved = new Set([...bodies.map(({ conversationId }) => conversationId), ...(saves === 'at-the-end' ? over : [])]);
    const nodes = change.nodes?.map((node) => stored(scope, autoSave && hasBody(node) ? stripped(node) : node, saved));
    try {
      const result = await graph.commit(scope, nodes ? { ...change, nodes } : change);
      if (!result.applied) await written?.undo();
      else if (saves === 'at-the-end') for (const conversationId of over) await save(scope, conversationId);
      return result;
    } catch (error) {
      if (error instanceof VersionConflict || !OperationError.from(error).retryable) await written?.undo();
      throw error;
    }
  }

  const overrides: Partial<Store> = {
    async commit(scope, change) {
      const bodies = autoSave ? (change.nodes ?? []).filter(hasBody) : [];
      return await withBodies(
        bodies.map(({ id }) => id),
        () => commit(scope, change, bodies),
      );
    },
    get: async (scope, ids) => await hydrated(scope, await graph.get(scope, ids)),
    async find(scope, query) {
      const page = await graph.find(scope, query);
      return { ...page, items: await hydrated(scope, page.items) };
    },
    async neighbours(scope, id, query) {
      const page = await graph.neighbours(scope, id, query);
      const nodes = await hydrated(
        scope,
        page.items.map(({ node }) => node),
      );
      return { ...page, items: page.items.map((item, index) => ({ ...item, node: nodes[index] ?? item.node })) };
    },
    async history(scope, id) {
      const versions = await graph.history(scope, id);
      return await Promise.all(versions.map(async (version) => ({ ...version, node: await one(scope, version.node) })));
    },
    async *dump(scope) {
      if (saves === 'at-the-end') await saveAll(scope);
      for await (const record of graph.dump(scope)) {
        if ('node' in record) yield { node: await one(scope, record.node) };
        else if ('version' in record) yield { version: { ...record.version, node: await one(scope, record.version.node) } };
        else yield record;
      }
    },
    async load(scope, records) {
      const bodies = records.flatMap((record) => ('node' in record && hasBody(record.node) ? [record.node] : []));
      await withBodies(
        bodies.map(({ id }) => id),
        async () => {
          if (autoSave && bodies.length > 0) await put(scope, bodies);
          await graph.load(scope, autoSave ? records.map(strippedRecord) : records);
        },
      );
    },
    async saveConversation(scope, conversationId) {
      if (saves === 'at-the-end') await save(scope, conversationId);
    },
    async purge(scope, what, stays) {
      const purged = await graph.purge(scope, what, stays);
      // After the nodes: no reader misses a body, and where this is cut off, the purge that is done again names no ids and finds what is left.
      await dropBodies(scope, what === 'everything' ? [] : what.ids);
      if (what === 'everything' && (await files.conversationsOf(scope)).length === 0) await files.removeScope(scope);
      return purged;
    },
  };

  return new Proxy(graph, {
    get(target, name) {
      const own: unknown = Reflect.get(overrides, name) ?? Reflect.get(target, name);
      return typeof own === 'function' && !(name in overrides) ? own.bind(target) : own;
    },
  });
}

/** Conversations that a change ends or archives. */
function overConversations({ nodes = [] }: Change): readonly string[] {
  return nodes.flatMap(({ kind, conversationId, properties }) =>
    kind === 'Conversation' && conversationId && (properties.state === 'ended' || properties.state === 'archived')
      ? [conversationId]
      : [],
  );
}

/** A conversation says where its bodies are. */
function stored<Node extends Pick<NodeWrite, 'kind' | 'conversationId' | 'properties'>>(
  scope: Scope,
  node: Node,
  saved: ReadonlySet<string | null | undefined>,
): Node {
  const { kind, conversationId, properties } = node;
  if (kind !== 'Conversation' || !conversationId || !saved.has(conversationId)) return node;
  return { ...node, properties: { ...properties, file_path: fileName(scope, conversationId) } };
}

function stripped<Node extends Pick<NodeWrite, 'kind' | 'properties'>>(node: Node): Node {
  return { ...node, properties: withoutBody(node) };
}

function strippedRecord(record: GraphRecord): GraphRecord {
  return 'node' in record && hasBody(record.node) ? { node: stripped(record.node) } : record;
}
