import type { Reranker } from '@agent-mem/llm';
import { checkUrl } from '../check-url.ts';
import type { OpenAiConfig } from '../variables.ts';
import { createEndpointReranker } from './reranker.ts';

/** The model that ranks, behind RERANK_URL. Throws `invalid-argument`, naming the variable that is malformed. */
export function openReranker(config: OpenAiConfig): Reranker {
  const { RERANK_URL: url, RERANK_MODEL: model, RERANK_API_KEY: apiKey, RERANK_SCORES } = config;
  checkUrl('RERANK', url);
  return createEndpointReranker({ url, model, apiKey, scores: RERANK_SCORES === 'logit' ? 'logit' : 'probability' });
}
