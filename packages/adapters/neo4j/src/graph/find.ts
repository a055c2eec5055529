import { decodeCursor, type NodeQuery } from '@agent-mem/storage';
import { type Parameters, whole } from '../connection.ts';
import { type ScopedStatement, scoped } from '../statement.ts';
import { memberText, nodeColumns, noOrdinal } from './records.ts';

/** A statement and what it is given. */
export interface BoundStatement {
  readonly statement: ScopedStatement;
  readonly parameters: Parameters;
}

type Filter = Pick<NodeQuery, 'kinds' | 'statuses' | 'conversationId' | 'ordinals' | 'where' | 'weights'>;
type Order = NodeQuery['order'];

/** By what a page is ordered in the database. */
const properties = {
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  ordinal: 'place',
  weight: 'weight',
} as const satisfies Record<Order, string>;

const hasMembers = 'all(member IN $members WHERE member IN n.members)';

const hasWeight = '($minWeight IS NULL OR n.weight >= $minWeight) AND ($maxWeight IS NULL OR n.weight <= $maxWeight)';

/** Before and behind everything that a page is ordered by. */
const first = { createdAt: '', updatedAt: '', ordinal: noOrdinal - 1, weight: -Number.MAX_VALUE } as const;
const last = { createdAt: '\uffff', updatedAt: '\uffff', ordinal: Number.MAX_SAFE_INTEGER, weight: Number.MAX_VALUE } as const;

/** Each index with the pattern and predicates that lead into it; the planner would guess, and its statistics of a young database are none. */
const sources = {
  created: sourceOf('scope: $scope, kind: branch.kind, status: branch.status', 'scope, kind, status, createdAt, id'),
  updated: sourceOf('scope: $scope, kind: branch.kind, status: branch.status', 'scope, kind, status, updatedAt, id'),
  weight: sourceOf('scope: $scope, kind: branch.kind, status: branch.status', 'scope, kind, status, weight, id'),
  conversation: sourceOf(
    'scope: $scope, conversationId: $conversationId, kind: branch.kind, status: branch.status',
    'scope, conversationId, kind, status, place, id',
  ),
};
type Source = keyof typeof sources;

function sourceOf(pattern: string, index: string): { readonly match: string; readonly order: readonly string[] } {
  const order = index.split(', ').map((property) => `n.${property}`);
  // An index is used only where each of its properties is asked for.
  const match = `MATCH (n:AgentMemNode {${pattern}}) USING INDEX n:AgentMemNode(${index})
    WHERE ${order
      .slice(-2)
      .map((property) => `${property} IS NOT NULL`)
      .join(' AND ')}`;
  return { match, order };
}

/** One statement for each shape of a query; nothing that a caller says becomes part of one. */
const pages = new Map<string, ScopedStatement>();
for (const source of Object.keys(sources) as Source[]) {
  for (const order of Object.keys(properties) as Order[]) {
    for (const descending of [false, true]) pages.set(shape(source, order, descending), pageStatement(source, order, descending));
  }
}

/** Without `where` the index alone is counted, and no node is read. */
const counts = new Map(
  (Object.keys(sources) as Source[]).map((source) => [
    source,
    { all: countStatementOf(source, ''), having: countStatementOf(source, ` AND ${hasMembers}`) },
  ]),
);

function countStatementOf(source: Source, condition: string): ScopedStatement {
  return scoped(`UNWIND $branches AS branch
CALL (branch) {
  ${sources[source].match}${condition}
  RETURN count(n) AS matching
}
RETURN sum(matching) AS nodes`);
}

/** A page in the order of its index: each kind and status is a search of its own, and only their heads are merged. */
function pageStatement(source: Source, order: Order, descending: boolean): ScopedStatement {
  const { match, order: indexed } = sources[source];
  const direction = descending ? ' DESC' : '';
  const column = `n.${properties[order]}`;
  const page = [column, 'n.id'];
  // Named by all of the index's properties, the order is the index's own, and nothing is sorted.
  const inner = indexed.at(-2) === column ? indexed : page;
  const ordered = (by: readonly string[]) => `ORDER BY ${by.map((property) => property + direction).join(', ')} LIMIT $limit`;
  // A list is compared member by member. The range is what the index can search for; the list alone it cannot.
  const [reach, beyond] = descending ? ['<=', '<'] : ['>=', '>'];
  const cut = `${column} ${reach} $value AND [${page.join(', ')}] ${beyond} [$value, $id]`;
  return scoped(`UNWIND $branches AS branch
CALL (branch) {
  ${match} AND ${cut} AND n.place >= $from AND n.place <= $to AND ${hasWeight} AND ${hasMembers}
  RETURN n ${ordered(inner)}
}
RETURN ${nodeColumns} ${ordered(page)}`);
}

/** The page of a query, and one node more, which tells whether another page follows. */
export function findStatement(query: NodeQuery): BoundStatement {
  const after = decodeCursor(query.order, query.cursor);
  const statement = pages.get(shape(sourceFor(query), query.order, query.descending ?? false));
  if (!statement) throw new Error(`No statement orders by ${query.order}`);
  const end = query.descending ? last : first;
  const from = after ? { value: after.value ?? noOrdinal, id: after.id } : { value: end[query.order], id: '' };
  return { statement, parameters: { ...parametersOf(query), ...from, limit: whole(query.limit + 1) } };
}

/** Counts what a query matches. */
export function countStatement(query: Filter): BoundStatement {
  const statements = counts.get(sourceFor({ ...query, order: 'createdAt' }));
  if (!statements) throw new Error('No statement counts this');
  const statement = Object.keys(query.where ?? {}).length === 0 ? statements.all : statements.having;
  return { statement, parameters: parametersOf(query) };
}

function sourceFor(query: Pick<NodeQuery, 'conversationId' | 'order'>): Source {
  if (query.conversationId !== undefined) return 'conversation';
  if (query.order === 'weight') return 'weight';
  return query.order === 'updatedAt' ? 'updated' : 'created';
}

function shape(source: Source, order: Order, descending: boolean): string {
  return `${source} ${order} ${descending}`;
}

function parametersOf({
  kinds,
  statuses = ['ACTIVE'],
  conversationId,
  ordinals = {},
  where = {},
  weights = {},
}: Filter): Parameters {
  return {
    branches: [...new Set(kinds)].flatMap((kind) => [...new Set(statuses)].map((status) => ({ kind, status }))),
    conversationId: conversationId ?? null,
    members: Object.entries(where).map(([member, value]) => memberText(member, value)),
    // Either end leaves out what has no ordinal.
    from: ordinals.from === undefined && ordinals.to === undefined ? noOrdinal : Math.max(ordinals.from ?? 0, 0),
    to: ordinals.to ?? Number.MAX_SAFE_INTEGER,
    minWeight: weights.from ?? null,
    maxWeight: weights.to ?? null,
  };
}
