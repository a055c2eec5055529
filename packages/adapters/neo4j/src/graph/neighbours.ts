import { decodeCursor, type GraphEdge, type NeighbourQuery } from '@agent-mem/storage';
import { whole } from '../connection.ts';
import { type ScopedStatement, scoped } from '../statement.ts';
import type { BoundStatement } from './find.ts';
import { edgeColumns, nodeColumns } from './records.ts';

type Sort = NonNullable<NeighbourQuery['sort']>;
type Direction = NeighbourQuery['direction'];

/** Sorts behind every weight; the cursor carries it as it is. */
const noWeight = Number.MAX_VALUE;

const arrows: Readonly<Record<Direction, readonly [string, string]>> = { out: ['-', '->'], in: ['<-', '-'], both: ['-', '-'] };

const ranks: Readonly<Record<Sort, string>> = {
  createdAt: 'e.createdAt',
  weightDescending: 'coalesce(-e.weight, $noWeight)',
  weightAscending: 'coalesce(e.weight, $noWeight)',
};

const statements = {
  out: statementsOf('out'),
  in: statementsOf('in'),
  both: statementsOf('both'),
};

function statementsOf(direction: Direction): Readonly<Record<Sort, ScopedStatement>> {
  return {
    createdAt: statementOf(direction, 'createdAt'),
    weightDescending: statementOf(direction, 'weightDescending'),
    weightAscending: statementOf(direction, 'weightAscending'),
  };
}

/** Starts at the node that is named: of its edges there are few, of the scope's many. An end that is not written yet has no status. */
function statementOf(direction: Direction, sort: Sort): ScopedStatement {
  const [before, after] = arrows[direction];
  return scoped(`
MATCH (near:AgentMemNode {scope: $scope, id: $id})${before}[e:AGENT_MEM_EDGE {scope: $scope}]${after}(n:AgentMemNode {scope: $scope})
USING INDEX near:AgentMemNode(scope, id)
WHERE n.status IN $statuses AND ($kinds IS NULL OR e.kind IN $kinds) AND ($minWeight IS NULL OR e.weight >= $minWeight)
  AND ($maxWeight IS NULL OR e.weight <= $maxWeight)
WITH e, n, ${ranks[sort]} AS rank
WHERE $after IS NULL OR [rank, e.id] > $after
RETURN ${edgeColumns}, ${nodeColumns} ORDER BY rank, e.id LIMIT $limit`);
}

/** A page of neighbours, and one row more, which tells whether another page follows. */
export function neighboursStatement(id: string, query: NeighbourQuery): BoundStatement {
  const sort = query.sort ?? 'createdAt';
  const after = decodeCursor(sort, query.cursor);
  return {
    statement: statements[query.direction][sort],
    parameters: {
      id,
      noWeight,
      statuses: query.statuses ?? ['ACTIVE'],
      kinds: query.kinds ?? null,
      minWeight: query.minWeight ?? null,
      maxWeight: query.maxWeight ?? null,
      after: after && [after.value ?? noWeight, after.id],
      limit: whole(query.limit + 1),
    },
  };
}

/** What the page is sorted by, as the cursor holds it. */
export function edgeRank(edge: GraphEdge, sort: NeighbourQuery['sort']): string | number {
  if (sort === undefined || sort === 'createdAt') return edge.createdAt;
  if (edge.weight === null) return noWeight;
  return sort === 'weightAscending' ? edge.weight : -edge.weight;
}
