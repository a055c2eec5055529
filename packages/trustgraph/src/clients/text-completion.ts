import { textCompletionRequestMessage, textCompletionResponseMessage } from '../messages/text-completion.ts';
import { type AskOptions, type Environment, type Queues, Requester } from '../requester.ts';
import { type Usage, usageOf } from '../usage.ts';

/** What the model gets. With a `schema` (JSON Schema) it answers JSON text that fits, where the service can (2.7.4 and later). */
export interface Completion {
  readonly system: string;
  readonly prompt: string;
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** The model's text or, streaming, a piece of it; only the last tells the usage. */
export interface CompletionText {
  readonly text: string;
  readonly usage: Usage | null;
}

/** The flow's text-completion service: a model without templates. */
export interface TextCompletionClient extends AsyncDisposable {
  /** Whether anybody serves its queue, known within a second. Services before 2.11 answer it by one short completion. */
  isServed(): Promise<boolean>;
  /** Throws `unavailable` when the model fails. A model that is rate-limited is silent: have `attempts` and a short `idleMs`. */
  ask(completion: Completion, options?: AskOptions): Promise<CompletionText>;
  stream(completion: Completion, options?: AskOptions): AsyncGenerator<CompletionText, void, undefined>;
}

/** Opens a client of the text-completion service on these queues. Its silence is 600 s long by default. */
export async function openTextCompletionClient(environment: Environment, queues: Queues): Promise<TextCompletionClient> {
  const requester = await Requester.open(environment, queues, {
    service: 'text-completion',
    request: textCompletionRequestMessage,
    response: textCompletionResponseMessage,
    isLast: ({ end_of_stream }) => end_of_stream,
  });
  const requestOf = ({ system, prompt, schema }: Completion, streaming: boolean) => {
    return { system, prompt, streaming, ...(schema && { response_format: 'json', schema }) };
  };
  return {
    isServed: () => requester.isServed({ operation: 'list-models', prompt: 'Answer with one word.', streaming: false }),
    async ask(completion, options) {
      const answer = await requester.ask(requestOf(completion, false), options);
      return { text: answer.response, usage: usageOf(answer) };
    },
    async *stream(completion, options) {
      for await (const piece of requester.stream(requestOf(completion, true), options)) {
        yield { text: piece.response, usage: piece.end_of_stream ? usageOf(piece) : null };
      }
    },
    [Symbol.asyncDispose]: () => requester[Symbol.asyncDispose](),
  };
}
