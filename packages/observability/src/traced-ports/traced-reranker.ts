import type { Reranker } from '@agent-mem/llm';
import type { PortSpans } from './port-spans.ts';

/** The reranker with each of its calls as a span. */
export function tracedReranker(reranker: Reranker, span: PortSpans): Reranker {
  return {
    id: reranker.id,
    rerank: (query, texts, options) =>
      span('rerank', { 'agent_mem.texts': texts.length }, () => reranker.rerank(query, texts, options)),
  };
}
