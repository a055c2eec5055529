import { OperationError, type Scope } from '@agent-mem/contract';
import { type Graph, type GraphNode, VersionConflict } from '@agent-mem/storage';
import { storedPurgeMark } from './stored-settings.ts';

/** What a mark of a purge says. Times are milliseconds since 1970. */
export interface PurgeLine {
  readonly scope: Scope;
  readonly mark: GraphNode;
  /** By the clock of the process that purged. */
  readonly purgedBefore: number;
  /** When a process first met the mark whose own clock was far behind that; 0: none has. */
  readonly metAt: number;
}

/** So much may the clocks of machines differ. */
const clocksDifferMs = 60_000;

/** The lines that these nodes of a scope draw; a node that is no mark draws none. */
export function purgeLinesOf(scope: Scope, nodes: readonly GraphNode[]): readonly PurgeLine[] {
  return nodes.flatMap((mark) => {
    if (mark.status !== 'ACTIVE') return [];
    const { purged_before, met_at } = storedPurgeMark.read(mark.properties);
    return purged_before > 0 ? [{ scope, mark, purgedBefore: purged_before, metAt: met_at }] : [];
  });
}

/**
 * Whether what was sent then was sent before one of the purges. A purge whose clock was ahead was made before its mark was met: what was sent since is
 * newer, unless its sender's clock is ahead too.
 */
export function isErased(lines: readonly PurgeLine[], sentAt: number, now: number): boolean {
  return lines.some(({ purgedBefore, metAt }) => sentAt < purgedBefore && (metAt === 0 || sentAt < metAt || sentAt > now));
}

/** Notes of marks that lie ahead of this process's clock when they were met, once. Answers the lines as they then are. */
export async function meetPurges(
  graph: Pick<Graph, 'commit'>,
  lines: readonly PurgeLine[],
  now: number,
): Promise<readonly PurgeLine[]> {
  return Promise.all(lines.map((line) => (isAhead(line, now) ? meet(graph, line, now) : line)));
}

function isAhead({ purgedBefore, metAt }: PurgeLine, now: number): boolean {
  return metAt === 0 && purgedBefore > now + clocksDifferMs;
}

async function meet(graph: Pick<Graph, 'commit'>, line: PurgeLine, now: number): Promise<PurgeLine> {
  const { scope, mark, purgedBefore } = line;
  const { version, ...stored } = mark;
  const properties = storedPurgeMark.write({ purged_before: purgedBefore, met_at: now });
  const node = { ...stored, updatedAt: new Date(now).toISOString(), properties, expectedVersion: version };
  try {
    await graph.commit(scope, { nodes: [node] });
  } catch (error) {
    // Another request met it at the same moment.
    if (!(error instanceof VersionConflict)) throw error;
  }
  return { ...line, metAt: now };
}

/** The refusal of a write that was sent before what it belongs to was purged. */
export function erasedSince(): OperationError {
  return new OperationError(
    'failed-precondition',
    'The scope, conversation or record of this request was purged after the request was sent: nothing is written. Send it again to store it',
  );
}
