/** The graph in which provenance stands. */
export const retrievalGraph = 'urn:graph:retrieval';

/** TrustGraph's names of what an agent's run is made of. Clients find a run and its steps by these alone. */
export interface RunNames {
  /** Of the run, and of its question. */
  readonly session: string;
  readonly final: string;
  /** The librarian's document of the answer; the answer itself is `final`. */
  readonly answerDocument: string;
  /** Of what memory gave, and the librarian's document of it. */
  readonly memory: string;
  /** Of a step, counted from 1. */
  iteration(step: number): string;
  /** Also the librarian's document of it, as `observation`. */
  thought(step: number): string;
  observation(step: number): string;
}

/** The names of a run by its session id. */
export function runNames(sessionId: string): RunNames {
  const session = `urn:trustgraph:agent:${sessionId}`;
  return {
    session,
    final: `${session}/final`,
    answerDocument: `${session}/answer`,
    memory: `${session}/memory`,
    iteration: (step) => `${session}/i${step}`,
    thought: (step) => `${session}/i${step}/thought`,
    observation: (step) => `${session}/i${step}/observation`,
  };
}
