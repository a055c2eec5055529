import { hourMs, isJsonObject, membersOf } from '@agent-mem/contract';
import type { ChatCall, ChatModel, ChatOptions, ChatRequest } from '@agent-mem/llm';
import { patientFetch } from '@agent-mem/runtime';
import type { ChatCompletion, ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import { failureOf, reportedFailure, strangeAnswer } from '../refusal.ts';
import { clientOf, type OpenAiServer } from '../server.ts';
import { acceptedParameters } from './accepted-parameters.ts';
import { answerBound, tooLong } from './answer-bound.ts';
import { isCutOff } from './finish-reason.ts';
import { functionNames } from './function-names.ts';
import { callsIn, textIn } from './message.ts';
import { cutAtStop, cutStreamAtStop } from './stop.ts';
import { StreamedCalls } from './streamed-calls.ts';

/** Those who ask say by their signal when to give up; none waits longer than the most of MODEL_TIMEOUT_MS. */
const longestMs = hourMs;

/** Of `MODEL_ANSWER_MAX_BYTES`. */
const defaultAnswerBytes = 1_000_000;

/**
 * A chat model behind an OpenAI-compatible server. What a server refuses of stop, temperature, length or schema is left out from then on.
 * An answer of more than `answerBytes` of text is refused while it is read.
 */
export function createOpenAiChatModel(server: OpenAiServer, answerBytes = defaultAnswerBytes): ChatModel {
  const client = clientOf(server, { timeoutMs: longestMs, bound: answerBound(answerBytes), fetch: patientFetch });
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

  async function* stream(request: ChatRequest, { signal, onUsage, onCalls, onCutOff }: ChatOptions): AsyncGenerator<string> {
    const called = new StreamedCalls();
    const chunks = await ask({ ...request, isStream: true }, (body) =>
      client.chat.completions.create({ ...body, stream: true }, { signal }),
    );
    let finish: string | null = null;
    let bytes = 0;
    let isEmpty = true;
    let isStream = false;
    for await (const chunk of chunks) {
      isStream = true;
      const choice = chunk.choices?.[0];
      const text = textIn(choice?.delta?.content);
      bytes += Buffer.byteLength(text);
      bytes += called.add(callsIn(choice?.delta?.tool_calls));
      if (bytes > answerBytes) throw tooLong();
      if (text !== '') yield text;
      isEmpty &&= text === '';
      finish = choice?.finish_reason || finish;
      reportUsage(chunk.usage, onUsage);
    }
    // An aborted stream ends like a finished one.
    signal.throwIfAborted();
    if (finish === null) throw strangeAnswer(isStream ? 'the stream broke off' : 'it is no stream of events');
    const { calls } = called;
    if (isCutOff(finish, isEmpty && calls.length === 0)) onCutOff?.();
    reportCalls(request, calls, onCalls);
  }

  return {
    id: `openai:${server.model}`,
    async generate(request, { signal, onUsage, onCalls, onCutOff }) {
      try {
        const answer = await ask(request, (body) => client.chat.completions.create({ ...body, stream: false }, { signal }));
        const { text, calls, finish } = contentOf(answer);
        if (Buffer.byteLength(text) > answerBytes) throw tooLong();
        reportUsage(answer.usage, onUsage);
        const whole = cutAtStop(text, request.stop ?? []);
        if (isCutOff(finish, text === '' && calls.length === 0) && whole === text) onCutOff?.();
        reportCalls(request, calls, onCalls);
        return whole;
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

/** What stands in an answer that came as a whole. */
function contentOf(answer: ChatCompletion): { text: string; calls: readonly ChatCall[]; finish: string } {
  const { error, choices } = membersOf(answer);
  // Some servers report a failure under the status 200.
  if (isJsonObject(error)) throw reportedFailure(error);
  const choice = membersOf(Array.isArray(choices) ? choices[0] : null);
  if (!isJsonObject(choice.message)) throw strangeAnswer('there is no message in it');
  const { content, tool_calls } = choice.message;
  const calls = callsIn(tool_calls).flatMap(({ name, arguments: args }) => (name === '' ? [] : [{ name, arguments: args }]));
  return { text: textIn(content), calls, finish: String(choice.finish_reason ?? '') };
}
