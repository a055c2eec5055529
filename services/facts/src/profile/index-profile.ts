import type { ProfileSchema } from '@agent-mem/policy';
import type { EventContext } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite, Page } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { linkedFact, newLinks, storedLink } from './profile-links.ts';
import { profileSchema } from './profile-schema-of.ts';

/** What finding the fields of stored facts takes. */
export type Indexing = Pick<EventContext<Config>, 'clock' | 'defaultSettings' | 'graph' | 'scope' | 'signal'>;

/** Facts whose fields are found with one commit, and those that are looked at before a periodic job has found the fields of all. */
const atOnce = 200;

/** By which rules fields are found: raised with them, so that the fields of stored facts are found anew. */
const rulesVersion = 2;

/** The node that says how far the fields of a scope's facts have been found. */
const markId = 'profile';

/** How far the fields of the facts have been found. */
export interface ProfileIndex {
  /** Each fact of the scope leads to its field. */
  readonly isWhole: boolean;
  /** Until then: the newest facts, whose fields are to be found by rules. */
  readonly newest: readonly GraphNode[];
}

/**
 * Finds the fields of facts that were stored before they had any: by an earlier version, or by another schema. Of few facts at once, of many by the
 * periodic job. Facts that are stored from then on have theirs with their own commit.
 */
export async function profileIndex(context: Indexing, schema: ProfileSchema): Promise<ProfileIndex> {
  const { clock, graph, scope } = context;
  const [mark] = await graph.get(scope, [markId]);
  const isKnown = mark?.properties.schema === nameOf(schema);
  if (isKnown && mark.dueAt === null) return { isWhole: true, newest: [] };
  const query = { kinds: ['Fact'], order: 'createdAt', descending: true, limit: atOnce } as const;
  const page = await graph.find(scope, query);
  const isWhole = page.nextCursor === null;
  if (page.items.length === 0) return { isWhole: true, newest: [] };
  if (!isKnown && isWhole) await commitPage(context, schema, mark, page);
  if (!isKnown && !isWhole)
    await graph.commit(scope, { nodes: [markNode(mark, schema, '', new Date(clock.now()).toISOString())] });
  return { isWhole, newest: page.items };
}

/** Finds the fields of all facts of a scope, page by page: what a crash cuts off goes on where it was. */
export async function indexWholeProfile(context: Indexing): Promise<void> {
  const { graph, scope, signal } = context;
  const schema = await profileSchema(context, scope);
  for (;;) {
    signal.throwIfAborted();
    const [mark] = await graph.get(scope, [markId]);
    if (!mark) return;
    const cursor = mark.properties.schema === nameOf(schema) ? mark.properties.cursor : null;
    const from = typeof cursor === 'string' && cursor !== '' ? { cursor } : {};
    const page = await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: atOnce, ...from });
    await commitPage(context, schema, mark, page);
    if (page.nextCursor === null) return;
  }
}

async function commitPage(
  { clock, graph, scope }: Indexing,
  schema: ProfileSchema,
  mark: GraphNode | undefined,
  { items: facts, nextCursor }: Page<GraphNode>,
): Promise<void> {
  const now = new Date(clock.now()).toISOString();
  // By the default schema no model finds a field that would have to stay.
  const linked = facts.map(async (node) => ({
    fact: linkedFact(node),
    known: schema.isDefault ? null : await storedLink(node.id, { graph, scope }),
  }));
  const { nodes, edges } = await newLinks(await Promise.all(linked), schema, { graph, scope }, now);
  await graph.commit(scope, {
    nodes: [...nodes, markNode(mark, schema, nextCursor, now)],
    edges,
    // A fact that is changed meanwhile has another field.
    expect: facts.map(({ id, version }) => ({ id, version })),
  });
}

/** `cursor`: where the next page begins; `null`: there is none. */
function markNode(mark: GraphNode | undefined, schema: ProfileSchema, cursor: string | null, now: string): NodeWrite {
  return {
    id: markId,
    kind: 'Profile',
    createdAt: mark?.createdAt ?? now,
    updatedAt: now,
    dueAt: cursor === null ? null : now,
    properties: { schema: nameOf(schema), cursor: cursor ?? '' },
    expectedVersion: mark?.version ?? 0,
  };
}

function nameOf({ id }: ProfileSchema): string {
  return `${id}/${rulesVersion}`;
}
