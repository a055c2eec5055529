/** Calls of gRPC by their connection. */
export interface CallsOfConnections {
  /** How many calls of all connections wait. */
  readonly waiting: number;
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

/** Lets `most` calls of one connection run at the same time. One client could otherwise take all the room that there is for others. */
export function callsOfConnections(most: number): CallsOfConnections {
  const byConnection = new Map<string, Calls>();
  let waiting = 0;

  function over(connection: string, calls: Calls): void {
    calls.running -= 1;
    const [next] = calls.waiting;
    if (next) next();
    else if (calls.running === 0) byConnection.delete(connection);
  }

  return {
    get waiting() {
      return waiting;
    },
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
