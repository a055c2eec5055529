import { OperationError } from '@agent-mem/contract';
import type { ChatRequest } from '@agent-mem/llm';
import type { AskOptions, PromptClient, TextCompletionClient, Usage } from '@agent-mem/trustgraph';

/** A piece of the model's text, and what it has cost, once that is known. */
export interface Piece {
  readonly text: string;
  readonly usage: Usage | null;
}

/** One way to ask a flow's model. Those that hold the text in pieces give one piece when they are asked for the whole. */
export interface Way {
  /** Whether anybody serves its queue, known within a second. */
  isServed(): Promise<boolean>;
  ask(request: ChatRequest, isStreaming: boolean, options: AskOptions): AsyncIterable<Piece>;
}

/** The prompt service has no such template. */
export class TemplateRefused extends Error {
  /** The service's own words. Asking again would not help. */
  readonly refusal: OperationError;

  constructor(cause: OperationError) {
    super(cause.message);
    this.refusal = new OperationError(cause.type, cause.message, { cause, retryable: false });
  }
}

/** By a template of the flow's prompt service. Throws `TemplateRefused` where it has none of that name. */
export async function* prompted(
  prompt: PromptClient,
  template: string,
  terms: Readonly<Record<string, unknown>>,
  isStreaming: boolean,
  options: AskOptions,
): AsyncGenerator<Piece> {
  try {
    if (isStreaming) return yield* prompt.stream(template, terms, options);
    const { text, object, usage } = await prompt.ask(template, terms, options);
    yield { text: text ?? JSON.stringify(object), usage };
  } catch (error) {
    if (isTemplateUnknown(error, template)) throw new TemplateRefused(error);
    throw error;
  }
}

/** The messages as they are, by the flow's text-completion service, which may hold its model to the schema. */
export async function* completed(
  client: TextCompletionClient,
  request: Pick<ChatRequest, 'messages' | 'schema'>,
  isStreaming: boolean,
  options: AskOptions,
): AsyncGenerator<Piece> {
  const completion = {
    system: textOf(request, (role) => role === 'system'),
    prompt: textOf(request, (role) => role !== 'system'),
    ...(request.schema && { schema: request.schema.schema }),
  };
  if (isStreaming) yield* client.stream(completion, options);
  else yield await client.ask(completion, options);
}

/** The messages of some roles as one text. */
export function textOf({ messages }: Pick<ChatRequest, 'messages'>, isWanted: (role: string) => boolean): string {
  return messages
    .filter(({ role }) => isWanted(role))
    .map(({ content }) => content)
    .join('\n\n');
}

/** The service says which template it does not know by its name in quotes, or that there is none at all. */
function isTemplateUnknown(error: unknown, template: string): error is OperationError {
  if (!(error instanceof OperationError)) return false;
  return error.type === 'failed-precondition' || error.message.includes(`'${template}'`);
}
