import { MemoryError } from '../memory-error.ts';
import type { ModelAnswer, ModelMessage, ModelRequest, ModelToolCall } from './llm-provider.ts';

/** What is read of an answer in OpenAI's form. Servers name what a model thought in two ways. */
export interface ChatCompletion {
  readonly choices?: readonly {
    readonly message?: {
      readonly content?: string | null;
      readonly reasoning?: string | null;
      readonly reasoning_content?: string | null;
      readonly tool_calls?:
        | readonly { readonly id?: string; readonly function: { readonly name: string; readonly arguments: string } }[]
        | null;
    };
  }[];
}

/** The body of `POST /chat/completions`. */
export function chatRequest(model: string | undefined, { messages, tools }: ModelRequest): object {
  const offered = tools.map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }));
  return { model, messages: messages.map(chatMessage), ...(offered.length > 0 ? { tools: offered } : {}) };
}

function chatMessage({ tool_calls, ...message }: ModelMessage): object {
  if (!tool_calls) return message;
  const calls = tool_calls.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { ...message, tool_calls: calls };
}

/** What a model answered. Throws a retryable `internal` where it is nothing that can be used. */
export function answerFrom(completion: ChatCompletion): ModelAnswer {
  const message = completion.choices?.[0]?.message;
  if (!message) throw unusable('The model answered without a message');
  const calls = message.tool_calls ?? [];
  return {
    content: message.content ?? '',
    reasoning: message.reasoning_content ?? message.reasoning ?? null,
    tool_calls: calls.map(
      ({ id, function: { name, arguments: args } }): ModelToolCall => ({
        ...(id === undefined ? {} : { id }),
        name,
        arguments: parsed(name, args),
      }),
    ),
  };
}

function parsed(name: string, args: string): Record<string, unknown> {
  try {
    const value = JSON.parse(args || '{}');
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw unusable(`The model called ${name} with arguments that are no JSON object`);
}

/** What no one can use; asked again, a model may do better. */
export function unusable(message: string): MemoryError {
  return new MemoryError('internal', message, { retryable: true });
}
