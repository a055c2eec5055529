import { graphRagQueryMessage, graphRagResponseMessage } from '../messages/graph-rag.ts';
import type { Triple } from '../messages/triples.ts';
import { type AskOptions, type Environment, type Queues, Requester } from '../requester.ts';
import { type Usage, usageOf } from '../usage.ts';

/** A question to the knowledge graph. */
export interface GraphQuestion {
  readonly question: string;
  readonly collection: string;
  /** URI of the asker's step, which the service's provenance then derives from. */
  readonly parentUri?: string;
}

/** A step of the service's provenance, on its way while it works. */
export interface ExplainStep {
  readonly id: string;
  readonly graph: string;
  readonly triples: readonly Triple[];
}

/** What the graph says, and the documents it rests on. */
export interface GraphAnswer {
  readonly text: string;
  readonly sources: readonly { readonly uri: string; readonly title: string }[];
  readonly usage: Usage;
}

/** The flow's GraphRAG service, which tools of type `knowledge-query` ask. */
export interface GraphRagClient extends AsyncDisposable {
  /** Hands each step of provenance to `onExplain` as it comes. Throws the service's error in its words. */
  ask(question: GraphQuestion, options?: AskOptions & { readonly onExplain?: (step: ExplainStep) => void }): Promise<GraphAnswer>;
}

/** Opens a client of the GraphRAG service on these queues. Its silence is 600 s long by default. */
export async function openGraphRagClient(environment: Environment, queues: Queues): Promise<GraphRagClient> {
  const requester = await Requester.open(environment, queues, {
    service: 'graph-rag',
    request: graphRagQueryMessage,
    response: graphRagResponseMessage,
    // `end_of_stream` ends the text; more may follow until the session's end.
    isLast: ({ end_of_session }) => end_of_session,
  });
  return {
    async ask({ question, collection, parentUri = '' }, { onExplain, ...options } = {}) {
      const request = { query: question, collection, streaming: false, parent_uri: parentUri };
      let answer: GraphAnswer = { text: '', sources: [], usage: { inTokens: null, outTokens: null, model: null } };
      for await (const message of requester.stream(request, options)) {
        const { message_type, explain_id, explain_graph, explain_triples, response, sources, end_of_session } = message;
        if (message_type === 'explain') {
          onExplain?.({ id: explain_id ?? '', graph: explain_graph ?? '', triples: explain_triples });
        } else {
          answer = { ...answer, text: answer.text + response };
        }
        if (sources.length > 0) answer = { ...answer, sources };
        if (end_of_session) answer = { ...answer, usage: usageOf(message) };
      }
      return answer;
    },
    [Symbol.asyncDispose]: () => requester[Symbol.asyncDispose](),
  };
}
