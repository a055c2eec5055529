import { readJsonText } from '../json-text.ts';
import { structuredQueryRequestMessage, structuredQueryResponseMessage } from '../messages/structured-query.ts';
import { type AskOptions, type Environment, type Queues, Requester } from '../requester.ts';

/** Rows, as any JSON (`null`: none), and what went wrong on the way. */
export interface StructuredAnswer {
  readonly data: unknown;
  readonly errors: readonly string[];
}

/** The flow's structured-query service: a question in plain words to tables. */
export interface StructuredQueryClient extends AsyncDisposable {
  /** Throws the service's error in its words. */
  ask(question: string, collection: string, options?: AskOptions): Promise<StructuredAnswer>;
}

/** Opens a client of the structured-query service on these queues. Its silence is 600 s long by default. */
export async function openStructuredQueryClient(environment: Environment, queues: Queues): Promise<StructuredQueryClient> {
  const requester = await Requester.open(environment, queues, {
    service: 'structured-query',
    request: structuredQueryRequestMessage,
    response: structuredQueryResponseMessage,
  });
  return {
    async ask(question, collection, options) {
      const { data, errors } = await requester.ask({ question, collection }, options);
      return { data: readJsonText(data, 'StructuredQueryResponse.data'), errors };
    },
    [Symbol.asyncDispose]: () => requester[Symbol.asyncDispose](),
  };
}
