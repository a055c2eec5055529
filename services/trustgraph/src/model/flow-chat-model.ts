import { type AskModelResponse, OperationError } from '@agent-mem/contract';
import type { CallUsage, ChatModel, ChatOptions, ChatRequest } from '@agent-mem/llm';
import type { FlowCaller } from '@agent-mem/service-kit';

/** How long the process that stands in the flow has to answer that it does, in milliseconds. */
const findingMs = 2_000;
/** As long as TrustGraph's own processors wait for a model, in milliseconds. The signal of the call ends it earlier. */
const answerMs = 600_000;

/** Between two questions for the process that stands in the flow, in milliseconds. */
const pauseMs = 100;

/**
 * The model of a TrustGraph flow, which the process that stands in the flow asks for its callers. Rejects with `unavailable`, within two seconds,
 * where no process stands in it or its model is not served.
 */
export function flowChatModel(flow: string, { caller, clock }: FlowCaller): ChatModel {
  /** Repeats what a process answers that stands in other flows alone: the next one may be another. */
  async function untilFound<Answer>(ask: (leftMs: number) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    const end = clock.now() + findingMs;
    for (;;) {
      try {
        return await ask(end - clock.now());
      } catch (cause) {
        signal.throwIfAborted();
        const isElsewhere = cause instanceof OperationError && cause.type === 'not-found';
        if (!isElsewhere) throw cause;
        if (clock.now() + pauseMs >= end) throw absent(flow, cause);
      }
      await clock.sleep(pauseMs, signal);
    }
  }
  async function find(signal: AbortSignal): Promise<void> {
    const asked = untilFound((timeoutMs) => caller.call('trustgraph', 'find_model', { flow }, { timeoutMs, signal }), signal);
    const { served } = await asked.catch((cause: unknown) => {
      signal.throwIfAborted();
      if (cause instanceof OperationError && cause.retryable) throw absent(flow, cause);
      throw cause;
    });
    if (!served) throw absent(flow);
  }
  async function generate({ messages, schema }: ChatRequest, { signal, onUsage }: ChatOptions): Promise<string> {
    await find(signal);
    const asked = { flow, messages, schema: schema ? JSON.stringify(schema.schema) : null };
    const options = { timeoutMs: answerMs, signal, answersLate: true };
    const answer = await untilFound(() => caller.call('trustgraph', 'ask_model', asked, options), signal);
    const usage = usageOf(answer);
    if (usage) onUsage?.(usage);
    return answer.text;
  }
  return {
    id: `trustgraph:${flow}`,
    generate,
    async *stream(request, options) {
      yield await generate(request, options);
    },
  };
}

function absent(flow: string, cause?: unknown): OperationError {
  return new OperationError('unavailable', `The TrustGraph flow ${flow} has no model that is served`, { cause });
}

function usageOf({ tokens_in, tokens_out }: AskModelResponse): CallUsage | null {
  if (tokens_in === null || tokens_out === null) return null;
  return { tokensIn: tokens_in, tokensOut: tokens_out, isEstimated: false };
}
