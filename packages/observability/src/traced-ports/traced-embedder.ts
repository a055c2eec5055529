import type { Embedder } from '@agent-mem/llm';
import type { PortSpans } from './port-spans.ts';

/** The embedder with each of its calls as a span. */
export function tracedEmbedder(embedder: Embedder, span: PortSpans): Embedder {
  return {
    // Of a server both may be known only after its first answer.
    get id() {
      return embedder.id;
    },
    get dimensions() {
      return embedder.dimensions;
    },
    ...(embedder.likenessTo ? { likenessTo: (word) => embedder.likenessTo?.(word) ?? null } : {}),
    embed: (texts, options) => span('embeddings', { 'agent_mem.texts': texts.length }, () => embedder.embed(texts, options)),
  };
}
