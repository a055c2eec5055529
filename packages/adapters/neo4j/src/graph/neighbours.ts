import { decodeCursor, type EdgesQuery, type GraphStep, type NeighbourQuery } from '@agent-mem/storage';
import { noWeight } from '@agent-mem/storage/internal';
import { type Row, whole } from '../connection.ts';
import { type ScopedStatement, scoped } from '../statement.ts';
import type { BoundStatement } from './find.ts';
import { edgeColumns, nodeColumns } from './records.ts';

type Sort = NonNullable<NeighbourQuery['sort']>;
type Direction = NeighbourQuery['direction'];

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

/**
 * Starts at the node that is named: of its edges there are few, of the scope's many. Without SEEK a planner whose statistics are behind goes through the
 * whole index. An end that is not written yet has no status.
 */
function statementOf(direction: Direction, sort: Sort): ScopedStatement {
  const [before, after] = arrows[direction];
  return scoped(`
MATCH (near:AgentMemNode {scope: $scope, id: $id})${before}[e:AGENT_MEM_EDGE]${after}(n:AgentMemNode {scope: $scope})
USING INDEX SEEK near:AgentMemNode(scope, id)
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

/** What is answered of the edges `e` of several nodes, `id` each, and of the nodes `n` at their other ends. */
function around(answer: string): Readonly<Record<Direction, ScopedStatement>> {
  const statement = (direction: Direction) => {
    const [before, after] = arrows[direction];
    return scoped(`
UNWIND $ids AS id
MATCH (near:AgentMemNode {scope: $scope, id: id})${before}[e:AGENT_MEM_EDGE]${after}(n:AgentMemNode {scope: $scope})
USING INDEX SEEK near:AgentMemNode(scope, id)
WHERE n.status IN $statuses AND NOT n.kind IN $exceptKinds AND ($kinds IS NULL OR e.kind IN $kinds)
  AND ($minWeight IS NULL OR e.weight >= $minWeight) AND ($maxWeight IS NULL OR e.weight <= $maxWeight)
${answer}`);
  };
  return { out: statement('out'), in: statement('in'), both: statement('both') };
}

const aroundStatements = around(`WITH DISTINCT e
RETURN ${edgeColumns} ORDER BY e.createdAt, e.id LIMIT $limit`);

/** The edges of several nodes, each once, the earliest first. */
export function edgesAroundStatement(ids: readonly string[], query: EdgesQuery): BoundStatement {
  return {
    statement: aroundStatements[query.direction],
    parameters: {
      ids,
      statuses: query.statuses ?? ['ACTIVE'],
      exceptKinds: query.exceptKinds ?? [],
      kinds: query.kinds ?? null,
      minWeight: query.minWeight ?? null,
      maxWeight: query.maxWeight ?? null,
      limit: whole(query.limit),
    },
  };
}

/** The steps of a node come as one list: a row for each would take longer to send than to find. */
const stepStatements = around(`WITH id, e, n LIMIT $limit
RETURN id AS near, collect([e.id, n.id, e.weight, e.createdAt]) AS steps`);

/** The steps from several nodes, in no order. */
export function stepsStatement(ids: readonly string[], query: EdgesQuery): BoundStatement {
  return { statement: stepStatements[query.direction], parameters: edgesAroundStatement(ids, query).parameters };
}

/** Of a row of `stepsStatement`. One of something that was purged while it was read is left out. */
export function stepsOfRow({ near, steps }: Row): readonly GraphStep[] {
  // As the statement puts them; without an id is what is no more.
  const lists = steps as readonly (readonly [string | null, string | null, number | null, string])[];
  return lists.flatMap(([edgeId, to, weight, createdAt]) =>
    edgeId === null || to === null ? [] : [{ edgeId, from: String(near), to, weight, createdAt }],
  );
}
