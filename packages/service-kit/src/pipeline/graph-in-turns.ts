import type { Graph } from '@agent-mem/storage';

/** The Graph with each call in a turn of its own: where a store shares the process, long work is cut into pieces by what it asks of the store. */
export function graphInTurns(graph: Graph, turn: () => Promise<void>): Graph {
  const inTurn =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await turn();
      return call(...args);
    };
  return {
    commit: inTurn((...args) => graph.commit(...args)),
    get: inTurn((...args) => graph.get(...args)),
    find: inTurn((...args) => graph.find(...args)),
    count: inTurn((...args) => graph.count(...args)),
    edges: inTurn((...args) => graph.edges(...args)),
    neighbours: inTurn((...args) => graph.neighbours(...args)),
    edgesAround: inTurn((...args) => graph.edgesAround(...args)),
    stepsFrom: inTurn((...args) => graph.stepsFrom(...args)),
    shortestWays: inTurn((...args) => graph.shortestWays(...args)),
    history: inTurn((...args) => graph.history(...args)),
    idempotencyRecord: inTurn((...args) => graph.idempotencyRecord(...args)),
    markIndexed: inTurn((...args) => graph.markIndexed(...args)),
    saveConversation: inTurn((...args) => graph.saveConversation(...args)),
  };
}
