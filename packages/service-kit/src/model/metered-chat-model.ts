import type { ModelUsage } from '@agent-mem/contract';
import { type CallUsage, type ChatModel, type ChatOptions, type ChatRequest, isByRules, usageOfCall } from '@agent-mem/llm';
import { estimateTokens } from '@agent-mem/recall/ranking';

/**
 * The model, with what each call took reported, here and to its caller. Where its server does not say, or the caller leaves a stream before its
 * end, the tokens are estimated. Rules are no model and take no tokens. A call that fails before any text came is reported only where its server says what it took.
 */
export function meteredChatModel(model: ChatModel, report: (usage: ModelUsage) => void): ChatModel {
  if (isByRules(model)) return model;
  const meterOf = (request: ChatRequest, options: ChatOptions) => {
    let reported: CallUsage | null = null;
    let isOver = false;
    const onUsage = (usage: CallUsage) => {
      reported = usage;
    };
    return {
      options: { ...options, onUsage },
      failed(text: string) {
        if (text !== '' || reported) this.over(text);
      },
      over(text: string) {
        if (isOver) return;
        isOver = true;
        const usage = reported ?? counted(request, text);
        report(usageOfCall(model.id, usage));
        options.onUsage?.(usage);
      },
    };
  };
  const { named } = model;
  return {
    id: model.id,
    ...(named && { named: (name: string) => meteredChatModel(named(name), report) }),
    async generate(request, options) {
      const meter = meterOf(request, options);
      const text = await model.generate(request, meter.options).catch((cause) => {
        meter.failed('');
        throw cause;
      });
      meter.over(text);
      return text;
    },
    stream: (request, options) => ({
      [Symbol.asyncIterator]() {
        const meter = meterOf(request, options);
        const pieces = model.stream(request, meter.options)[Symbol.asyncIterator]();
        let text = '';
        return {
          async next() {
            const next = await pieces.next().catch((cause) => {
              meter.failed(text);
              throw cause;
            });
            if (next.done) meter.over(text);
            else text += next.value;
            return next;
          },
          // At once: who leaves does not wait for the model to end.
          async return() {
            meter.failed(text);
            await pieces.return?.();
            return { done: true, value: undefined };
          },
        };
      },
    }),
  };
}

function counted({ messages }: ChatRequest, text: string): CallUsage {
  const tokensIn = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return { tokensIn, tokensOut: estimateTokens(text), isEstimated: true };
}
