import { OperationError } from '@agent-mem/contract';
import type { Reranker } from '@agent-mem/llm';
import { openOnnxReranker } from './reranker/reranker.ts';
import type { OnnxConfig } from './variables.ts';

/** The model that ranks, from RERANK_MODEL_DIR. Rejects with an `OperationError` that names the variable. */
export async function openReranker({ RERANK_MODEL_DIR }: OnnxConfig): Promise<Reranker> {
  try {
    return await openOnnxReranker(RERANK_MODEL_DIR);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    throw new OperationError('invalid-argument', `RERANK_MODEL_DIR: ${error.message}`, { cause: error });
  }
}
