import type { ChatModel, ChatRequest } from '@agent-mem/llm';
import { type Attributes, context } from '@opentelemetry/api';
import type { PortSpans } from './port-spans.ts';

/** The chat model with each answer as a span, of the time until its last piece. */
export function tracedChatModel(model: ChatModel, span: PortSpans): ChatModel {
  const { named } = model;
  return {
    id: model.id,
    ...(named && { named: (name: string) => tracedChatModel(named(name), span) }),
    generate: (request, options) => span('chat', attributesOf(request), () => model.generate(request, options)),
    stream(request, options) {
      const asked = context.active();
      return (async function* () {
        const over = Promise.withResolvers<void>();
        // The span lasts until the last piece is read, or nobody reads on.
        const spanned = context.with(asked, () => span('chat', attributesOf(request), () => over.promise));
        spanned.catch(() => undefined);
        try {
          yield* model.stream(request, options);
          over.resolve();
        } catch (cause) {
          over.reject(cause);
          throw cause;
        } finally {
          over.resolve();
        }
      })();
    },
  };
}

function attributesOf({ template, maxTokens, temperature }: ChatRequest): Attributes {
  return {
    'agent_mem.template': template,
    ...(maxTokens === undefined ? {} : { 'gen_ai.request.max_tokens': maxTokens }),
    ...(temperature === undefined ? {} : { 'gen_ai.request.temperature': temperature }),
  };
}
