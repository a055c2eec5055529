import { readJsonText } from '../json-text.ts';
import { promptRequestMessage, promptResponseMessage } from '../messages/prompt.ts';
import { type AskOptions, type Environment, type Queues, Requester } from '../requester.ts';
import { type Usage, usageOf } from '../usage.ts';

/** What a template made the model say. */
export interface PromptAnswer {
  /** Of a template of text; "" when the model said nothing. Of a template of JSON: `null`. */
  readonly text: string | null;
  /** Of a template of JSON, else `null`. */
  readonly object: unknown;
  readonly usage: Usage;
}

/** A piece of the text; the last, which may be empty, tells the usage. */
export interface PromptPiece {
  readonly text: string;
  readonly usage: Usage | null;
}

/** The flow's prompt service: fills a template of its configuration and asks the flow's model. */
export interface PromptClient extends AsyncDisposable {
  /** Whether anybody serves its queue, known within a second, without a question to a model. */
  isServed(): Promise<boolean>;
  /** `terms` are any JSON values. Throws `failed-precondition` where no prompts are configured, `unavailable` when the model fails. */
  ask(template: string, terms: Readonly<Record<string, unknown>>, options?: AskOptions): Promise<PromptAnswer>;
  /** The text in pieces. For templates of text: of one of JSON the service streams the text and then an error. */
  stream(
    template: string,
    terms: Readonly<Record<string, unknown>>,
    options?: AskOptions,
  ): AsyncGenerator<PromptPiece, void, undefined>;
}

/** Opens a client of the prompt service on these queues. Its silence is 600 s long by default. */
export async function openPromptClient(environment: Environment, queues: Queues): Promise<PromptClient> {
  const requester = await Requester.open(environment, queues, {
    service: 'prompt',
    request: promptRequestMessage,
    response: promptResponseMessage,
    isLast: ({ end_of_stream }) => end_of_stream,
  });
  return {
    isServed: () => requester.isServed({ id: noTemplate, terms: {}, streaming: false }),
    async ask(template, terms, options) {
      const answer = await requester.ask({ id: template, terms: encoded(terms), streaming: false }, options);
      const object = readJsonText(answer.object, 'PromptResponse.object');
      return { text: answer.text ?? (answer.object === null ? '' : null), object, usage: usageOf(answer) };
    },
    async *stream(template, terms, options) {
      for await (const piece of requester.stream({ id: template, terms: encoded(terms), streaming: true }, options)) {
        yield { text: piece.text ?? '', usage: piece.end_of_stream ? usageOf(piece) : null };
      }
    },
    [Symbol.asyncDispose]: () => requester[Symbol.asyncDispose](),
  };
}

/** No service has such a template: each refuses it at once. */
const noTemplate = 'agent-mem-is-anybody-there';

function encoded(terms: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, JSON.stringify(value ?? null)]));
}
