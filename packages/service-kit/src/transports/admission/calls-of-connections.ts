/** Calls of gRPC by their connection. */
export interface CallsOfConnections {
  /** Whether a call of this connection may run, or wait. */
  hasRoom(connection: string): boolean;
  /**
   * Begins a call of this connection: at once, or when enough of those before it are over. Call what it answers, once, when the call is over; a call that still waits
   * then never begins.
   */
  enter(connection: string, begin: () => void): () => void;
}

interface Calls {
  running: number;
  /** What begins them, the first that came first. */
  readonly waiting: Set<() => void>;
}

/**
 * Lets `most` calls of one connection run at the same time: one client could otherwise take all the room that there is for others. Of all connections together `mostWaiting`
 * wait: what has come of their requests takes memory.
 */
export function callsOfConnections(most: number, mostWaiting: number): CallsOfConnections {
  const byConnection = new Map<string, Calls>();
  let waiting = 0;

  function over(connection: string, calls: Calls): void {
    calls.running -= 1;
    const [next] = calls.waiting;
    if (next) next();
    else if (calls.running === 0) byConnection.delete(connection);
  }

  return {
    hasRoom: (connection) => waiting < mostWaiting || (byConnection.get(connection)?.running ?? 0) < most,
    enter(connection, begin) {
      const calls = byConnection.get(connection) ?? { running: 0, waiting: new Set() };
      byConnection.set(connection, calls);
      const run = () => {
        if (calls.waiting.delete(run)) waiting -= 1;
        calls.running += 1;
        begin();
      };
      if (calls.running < most) run();
      else {
        calls.waiting.add(run);
        waiting += 1;
      }
      return () => {
        if (calls.waiting.delete(run)) waiting -= 1;
        else over(connection, calls);
      };
    },
  };
}
