import type { ChatCall, ChatModel, ChatOptions, ChatRequest } from '@agent-mem/llm';
import type { ChatCompletion, ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import { tooLong } from '../bounded-fetch.ts';
import { failureOf, strangeAnswer } from '../refusal.ts';
import { clientOf, type OpenAiServer } from '../server.ts';
import { acceptedParameters } from './accepted-parameters.ts';
import { functionNames } from './function-names.ts';
import { cutAtStop, cutStreamAtStop } from './stop.ts';
import { StreamedCalls } from './streamed-calls.ts';

/** Of `MODEL_ANSWER_MAX_BYTES`. */
export const defaultAnswerBytes = 1_000_000;

/**
 * A chat model behind an OpenAI-compatible server. What a server refuses of stop, temperature, length or schema is left out from then on.
 * An answer of more than `answerBytes` of text is refused while it is read.
 */
export function createOpenAiChatModel(server: OpenAiServer, answerBytes = defaultAnswerBytes): ChatModel {
  const client = clientOf(server, { maxRetries: 1, timeoutMs: 600_000, answerBytes });
  const accepted = acceptedParameters();

  /** Asks, and asks again without what was refused. */
  async function ask<Answer>(
    request: ChatRequest & { readonly isStream?: boolean },
    send: (body: ChatCompletionCreateParamsBase) => Promise<Answer>,
  ): Promise<Answer> {
    for (;;) {
      const body = accepted.of(bodyOf(server.model, request));
      try {
        return await send(body);
      } catch (cause) {
        if (!accepted.refused(cause, body)) throw cause;
      }
    }
  }

  async function* stream(request: ChatRequest, { signal, onUsage, onCalls }: ChatOptions): AsyncGenerator<string> {
    const called = new StreamedCalls();
    const chunks = await ask({ ...request, isStream: true }, (body) =>
      client.chat.completions.create({ ...body, stream: true }, { signal }),
    );
    let finished = false;
    let bytes = 0;
    for await (const chunk of chunks) {
      const choice = chunk.choices?.[0];
      bytes += Buffer.byteLength(choice?.delta?.content ?? '');
      bytes += called.add(choice?.delta?.tool_calls ?? []);
      if (bytes > answerBytes) throw tooLong();
      if (choice?.delta?.content) yield choice.delta.content;
      if (choice?.finish_reason) finished = true;
      reportUsage(chunk.usage, onUsage);
    }
    // An aborted stream ends like a finished one.
    signal.throwIfAborted();
    if (!finished) throw strangeAnswer('the stream broke off');
    reportCalls(request, called.calls, onCalls);
  }

  return {
    id: `openai:${server.model}`,
    async generate(request, { signal, onUsage, onCalls }) {
      try {
        const answer = await ask(request, (body) => client.chat.completions.create({ ...body, stream: false }, { signal }));
        const text = textOf(answer);
        if (Buffer.byteLength(text) > answerBytes) throw tooLong();
        reportUsage(answer.usage, onUsage);
        reportCalls(request, callsOf(answer), onCalls);
        return cutAtStop(text, request.stop ?? []);
      } catch (cause) {
        throw failureOf(cause, server.apiKey, signal);
      }
    },
    async *stream(request, options) {
      try {
        yield* cutStreamAtStop(stream(request, options), request.stop ?? []);
      } catch (cause) {
        throw failureOf(cause, server.apiKey, options.signal);
      }
    },
  };
}

function reportCalls({ tools = [] }: ChatRequest, calls: readonly ChatCall[], onCalls: ChatOptions['onCalls']): void {
  if (calls.length > 0) onCalls?.(calls.map(functionNames(tools).ownCall));
}

function callsOf(answer: ChatCompletion): readonly ChatCall[] {
  const calls = answer.choices[0]?.message?.tool_calls ?? [];
  return calls.flatMap((call) =>
    'function' in call ? [{ name: call.function.name, arguments: argumentsOf(call.function) }] : [],
  );
}

/** Some servers send the object itself. */
function argumentsOf({ arguments: args }: { readonly arguments: unknown }): string {
  return typeof args === 'string' ? args : (JSON.stringify(args) ?? '');
}

/** Some servers send what was used so far with each piece, so the last figures count. */
function reportUsage(usage: CompletionUsage | null | undefined, onUsage: ChatOptions['onUsage']): void {
  if (Number.isInteger(usage?.prompt_tokens) && Number.isInteger(usage?.completion_tokens) && usage)
    onUsage?.({ tokensIn: usage.prompt_tokens, tokensOut: usage.completion_tokens, isEstimated: false });
}

function bodyOf(model: string, request: ChatRequest & { readonly isStream?: boolean }): ChatCompletionCreateParamsBase {
  const { messages, stop, maxTokens, temperature, schema, tools, isStream } = request;
  return {
    model,
    messages: [...messages],
    ...(isStream && { stream_options: { include_usage: true } }),
    ...(tools === undefined || tools.length === 0 ? {} : { tools: [...functionNames(tools).functions] }),
    // Four is as many as OpenAI's own server takes; the rest is cut here.
    ...(stop === undefined || stop.length === 0 ? {} : { stop: stop.slice(0, 4) }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(schema === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: schema.name, schema: { ...schema.schema } } } }),
  };
}

function textOf(answer: ChatCompletion): string {
  const message = answer?.choices?.[0]?.message;
  if (message === undefined || message === null) throw strangeAnswer('there is no message in it');
  return message.content ?? '';
}
