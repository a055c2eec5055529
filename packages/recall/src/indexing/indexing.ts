import { noLongerNeeded, OperationError, type Scope, scopeKey } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import {
  createFailureLog,
  type FailureLog,
  type Logger,
  ownTurn,
  type Ports,
  turnsByWork,
  untilAborted,
} from '@agent-mem/runtime';
import type { EmbeddedVector, Graph, GraphNode, IndexDocument, NodeKind, SearchIndex } from '@agent-mem/storage';
import type { Analysis } from '../analysis.ts';
import { isCatchingUp } from '../stages/embedder.ts';
import { recentVector } from '../stages/query-vector.ts';
import { documentFrom } from './document-from.ts';
import type { DocumentSource } from './document-source.ts';
import { type EmbeddedText, embeddedTexts, type SourcedNode } from './embedded-text.ts';
import { hasDirection } from './given-vector.ts';

/** Longest a request waits for the embedder; the job indexes the documents that it did not reach. */
const embedLimitMs = 1_000;

/** Characters of documents whose words are read in one turn of the event loop. */
const mostCharacters = 16_384;

/** What documents are made with. */
export type IndexPorts = Pick<Ports, 'graph' | 'searchIndex' | 'embedder' | 'previousEmbedder' | 'clock'> & {
  readonly analysis: Analysis;
};
/** What documents are made with, in every store. */
type IndexOncePorts = Omit<IndexPorts, 'graph' | 'searchIndex'> & {
  readonly graph: Pick<Graph, 'get' | 'markIndexed'>;
  readonly searchIndex: SearchIndex;
};
/** A service as far as its documents are concerned. */
export interface Documented {
  readonly name: string;
  readonly owns: readonly NodeKind[];
  /** How a node of an owned kind is found; `null` takes it out of the index. */
  readonly documentOf?: (node: GraphNode) => DocumentSource | null;
}

/** Where what fails is reported. */
export type IndexLog = Pick<FailureLog, 'warn'>;

/** How documents are made. */
export interface IndexOptions {
  readonly vectors?: ReadonlyMap<string, EmbeddedVector>;
  readonly signal?: AbortSignal;
  readonly embedLimitMs: number;
}

/** Brings documents in line with their nodes. */
export type IndexOnce = (scope: Scope, ids: readonly string[], options: IndexOptions) => Promise<IndexOutcome>;

/** What became of the vectors of some documents. */
export interface IndexOutcome {
  /** Ids of the documents without the vector that they need. */
  readonly lacking: readonly string[];
  /** Those of them whose text the embedder refuses: it makes the vectors of others. */
  readonly refused: ReadonlySet<string>;
  /** Documents in whose text the embedder finds nothing: they need no vector. */
  readonly wordless: number;
}

/**
 * Brings the search documents of these nodes in line with the Graph: made by `documentOf`, embedded unless a vector of the text is given
 * or stored, written, marked. An embedder that is slow or down leaves the document findable by its words, and the job that indexes what is
 * left comes back to it. It never rejects for what can be mended later.
 */
export type IndexNodes = (
  scope: Scope,
  ids: readonly string[],
  options?: { readonly vectors?: ReadonlyMap<string, EmbeddedVector>; readonly signal?: AbortSignal },
) => Promise<void>;

/** The `IndexNodes` of a service. */
export function createIndexNodes(definition: Documented, ports: IndexPorts, log: Logger): IndexNodes {
  // Each write meets a server that is away.
  const failures = createFailureLog(log, ports.clock);
  const indexOnce = createIndexOnce(definition, ports, failures);
  const underWay = new Map<string, Promise<unknown>>();

  /** What a request indexes, the event that follows it does not index again: it waits, and indexes what is behind after that. */
  async function stillBehind(scope: Scope, ids: readonly string[], awaited: readonly string[]): Promise<readonly string[]> {
    await Promise.allSettled(awaited.map((id) => underWay.get(documentKey(scope, id))));
    const nodes = await ports.graph.get(scope, awaited);
    const done = new Set(nodes.flatMap(({ id, indexedVersion, version }) => ((indexedVersion ?? version) < version ? [] : [id])));
    return ids.filter((id) => !done.has(id));
  }

  return async (scope, ids, options = {}) => {
    try {
      const awaited = ids.filter((id) => underWay.has(documentKey(scope, id)));
      const behind = awaited.length === 0 ? ids : await stillBehind(scope, ids, awaited);
      if (behind.length === 0) return;
      const indexing = indexOnce(scope, behind, { embedLimitMs, ...options });
      const keys = behind.map((id) => documentKey(scope, id));
      for (const key of keys) underWay.set(key, indexing);
      try {
        await indexing;
      } finally {
        for (const key of keys) if (underWay.get(key) === indexing) underWay.delete(key);
      }
    } catch (error) {
      failures.warn(
        { err: error, nodes: ids.length },
        'documents could not be written to the search index; a job writes them later',
      );
    }
  };
}

/** By which a document is known in this process. */
export function documentKey(scope: Scope, id: string): string {
  return `${scopeKey(scope)}\n${id}`;
}

/** What became of documents; `null`: the index refuses them, as vectors of another dimension. Others do not wait for them: it does not pass. */
export async function unlessRefused(indexing: Promise<IndexOutcome>, log: IndexLog): Promise<IndexOutcome | null> {
  try {
    return await indexing;
  } catch (error) {
    if (!(error instanceof OperationError) || error.type !== 'invalid-argument') throw error;
    log.warn({ err: error }, 'the search index refuses documents; `reindex --from-scratch` makes them anew');
    return null;
  }
}

/** Makes and writes the documents of a service, once; what fails is reported, not repeated. */
export function createIndexOnce(
  definition: Pick<Documented, 'owns' | 'documentOf'>,
  ports: IndexOncePorts,
  log: IndexLog,
): IndexOnce {
  const { graph, searchIndex } = ports;

  return async function indexOnce(scope, ids, options) {
    const nodes = (await graph.get(scope, ids)).filter((node) => definition.owns.includes(node.kind));
    const sources = nodes.map((node) => ({ node, source: definition.documentOf?.(node) ?? null }));
    const found = sources.flatMap(({ node, source }) => (source ? [{ node, source }] : []));
    const gone = sources.filter(({ source }) => source === null).map(({ node }) => node);
    const isEmbedded = ({ source }: SourcedNode) => source.embedded !== false && !ports.analysis.isLexicalOnly(scope);
    const { vectors, complete, refused, wordless } = await vectorsOf(scope, found.filter(isEmbedded), options, { ...ports, log });
    for (const each of found) if (!isEmbedded(each)) complete.add(each.node.id);
    if (found.length > 0) await searchIndex.put(scope, await documentsOf(found, vectors, ports.analysis), complete);
    if (gone.length > 0)
      await searchIndex.delete(
        scope,
        gone.map(({ id, version }) => ({ id, version })),
      );
    const made = found.flatMap(({ node: { id, version, indexedVersion } }) => {
      if (complete.has(id)) return [{ id, version }];
      // Made again, as by a sweep, and without its vector now: the job has to come back to it.
      return indexedVersion === version ? [{ id, version: 0 }] : [];
    });
    const marks = [...gone.map(({ id, version }) => ({ id, version })), ...made];
    if (marks.length > 0) await graph.markIndexed(scope, marks);
    await again(scope, nodes, options);
    const lacking = found.flatMap(({ node: { id } }) => (complete.has(id) ? [] : [id]));
    return { lacking, refused, wordless };
  };

  /** A node that was written while its document was being made is done once more: else a slow writer could put back what a fast one took out. */
  async function again(scope: Scope, indexed: readonly GraphNode[], options: IndexOptions): Promise<void> {
    if (indexed.length === 0) return;
    const versions = new Map(indexed.map((node) => [node.id, node.version]));
    const now = await graph.get(scope, [...versions.keys()]);
    // Purged meanwhile: nothing in the Graph leads to its document any more.
    const purged = indexed.filter(({ id }) => !now.some((node) => node.id === id));
    if (purged.length > 0)
      await searchIndex.delete(
        scope,
        purged.map(({ id, version }) => ({ id, version })),
      );
    const changed = now.filter((node) => node.version !== versions.get(node.id)).map((node) => node.id);
    if (changed.length > 0) await createIndexOnce(definition, ports, log)(scope, changed, { ...options, vectors: undefined });
  }
}

/** To read the words of a long text takes as long as to embed it, and other documents are made at the same time. */
async function documentsOf(
  found: readonly SourcedNode[],
  vectors: Embedded['vectors'],
  analysis: Analysis,
): Promise<readonly IndexDocument[]> {
  await ownTurn();
  const turn = turnsByWork(mostCharacters);
  const documents: IndexDocument[] = [];
  for (const { node, source } of found) {
    documents.push(documentFrom(node, source, vectors.get(node.id) ?? [], analysis));
    await turn(source.text.length);
  }
  return documents;
}

interface Embedded {
  readonly vectors: ReadonlyMap<string, readonly EmbeddedVector[]>;
  /** Ids of documents that have every vector they need. */
  readonly complete: Set<string>;
  /** Ids of documents whose text the embedder refuses. */
  readonly refused: ReadonlySet<string>;
  readonly wordless: number;
}

async function vectorsOf(
  scope: Scope,
  found: readonly SourcedNode[],
  options: IndexOptions,
  ports: Omit<IndexOncePorts, 'graph'> & { readonly log: IndexLog },
): Promise<Embedded> {
  if (found.length === 0) return { vectors: new Map(), complete: new Set(), refused: new Set(), wordless: 0 };
  const { embedder, previousEmbedder } = ports;
  const texts = await embeddedTexts(ports.searchIndex, scope, found);
  const { vectors: own, refused } = await embedded(embedder, texts, options, ports);
  // Until ours has caught up questions go by the previous one, which must not miss what is said in the meantime.
  const isAsked = previousEmbedder !== null && (await isCatchingUp(ports, scope));
  const former = isAsked ? await embedded(previousEmbedder, texts, { ...options, vectors: undefined }, ports) : null;
  const both = found.map(({ node: { id } }) => [id, directed([own.get(id), former?.vectors.get(id)])] as const);
  const wordless = [...own.values()].filter(({ values }) => !hasDirection(values)).length;
  return { vectors: new Map(both), complete: new Set(own.keys()), refused, wordless };
}

/** An embedder gives zeros for a text in which it finds nothing: such a document goes without its vector, for good. */
function directed(vectors: readonly (EmbeddedVector | undefined)[]): readonly EmbeddedVector[] {
  return vectors.flatMap((vector) => (vector !== undefined && hasDirection(vector.values) ? [vector] : []));
}

async function embedded(
  embedder: Embedder,
  texts: readonly EmbeddedText[],
  options: IndexOptions,
  { clock, log }: Pick<IndexPorts, 'clock'> & { readonly log: IndexLog },
): Promise<{ readonly vectors: ReadonlyMap<string, EmbeddedVector>; readonly refused: ReadonlySet<string> }> {
  const vectors = new Map<string, EmbeddedVector>(
    texts.flatMap(({ id, text, textHash, stored }) => {
      const own = stored.find((each) => each.embedder === embedder.id);
      // What a user says is first a question, then a message.
      const vector = options.vectors?.get(id) ?? own ?? recentVector(embedder, text);
      return vector ? [[id, { ...vector, textHash }] as const] : [];
    }),
  );
  const rest = texts.filter(({ id }) => !vectors.has(id));
  const refused = new Set<string>();
  if (rest.length === 0 || options.embedLimitMs === 0) return { vectors, refused };
  const limit = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal;
  const over = new AbortController();
  clock.sleep(options.embedLimitMs, over.signal).then(
    () => limit.abort(new Error(`The embedder took longer than ${options.embedLimitMs} ms`)),
    () => undefined,
  );
  try {
    const asked = rest.map(({ text }) => text);
    const made = await untilAborted(embedder.embed(asked, { signal }), signal);
    for (const [index, { id, textHash }] of rest.entries()) {
      const values = made[index];
      if (values) vectors.set(id, { embedder: embedder.id, values, textHash });
      else refused.add(id);
    }
    if (refused.size > 0)
      log.warn({ documents: refused.size }, 'the embedder refuses the texts of documents; a job asks it again');
  } catch (error) {
    log.warn(
      { err: error, documents: texts.filter(({ id }) => !vectors.has(id)).length },
      'documents have no vectors yet; a job adds them later',
    );
  } finally {
    over.abort(noLongerNeeded);
  }
  return { vectors, refused };
}
