import { OperationError } from '@agent-mem/contract';
import type { ChatModel, Embedder, Reranker } from '@agent-mem/llm';
import type { FleetConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';

/** The model that writes: the one behind LLM_URL, or rules. */
export async function openChatModel(config: FleetConfig): Promise<ChatModel> {
  const { LLM_URL: url, LLM_MODEL: model, LLM_API_KEY: apiKey } = config;
  if (url === '') return (await import('@agent-mem/local')).createLocalChatModel();
  checkServer('LLM', url, model);
  return (await import('@agent-mem/openai')).createOpenAiChatModel({ url, model, apiKey });
}

/** The model that embeds: the one behind EMBEDDINGS_URL, or the bundled static table. */
export async function openEmbedder(config: FleetConfig): Promise<Embedder> {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = config;
  if (url === '') return (await import('@agent-mem/local')).loadStaticEmbedder();
  checkServer('EMBEDDINGS', url, model);
  return (await import('@agent-mem/openai')).createOpenAiEmbedder({ url, model, apiKey });
}

/** The embedder before the present one; `null`: there is none to ask by. */
export async function openPreviousEmbedder(config: FleetConfig): Promise<Embedder | null> {
  const { PREVIOUS_EMBEDDINGS_URL: url, PREVIOUS_EMBEDDINGS_MODEL: model, PREVIOUS_EMBEDDINGS_API_KEY: apiKey } = config;
  if (url === '') return null;
  if (url === 'static') return (await import('@agent-mem/local')).loadStaticEmbedder();
  checkServer('PREVIOUS_EMBEDDINGS', url, model);
  return (await import('@agent-mem/openai')).createOpenAiEmbedder({ url, model, apiKey });
}

/** What reads question and memory together: an endpoint, or a model in a folder; `null`: neither. */
export async function openReranker(config: FleetConfig): Promise<Reranker | null> {
  const { RERANK_URL: url, RERANK_MODEL: model, RERANK_API_KEY: apiKey, RERANK_MODEL_DIR: folder } = config;
  if (url !== '' && folder !== '') throw new UsedWrongly('RERANK_URL and RERANK_MODEL_DIR name two rerankers; set one of them');
  if (folder !== '') return await openedFrom(folder);
  if (url === '') return null;
  checkUrl('RERANK', url);
  const scores = config.RERANK_SCORES === 'logit' ? 'logit' : 'probability';
  return (await import('@agent-mem/openai/reranker')).createEndpointReranker({ url, model, apiKey, scores });
}

async function openedFrom(folder: string): Promise<Reranker> {
  try {
    return await (await import('@agent-mem/onnx')).openOnnxReranker(folder);
  } catch (error) {
    throw error instanceof OperationError ? new UsedWrongly(`RERANK_MODEL_DIR: ${error.message}`, { cause: error }) : error;
  }
}

function checkUrl(prefix: string, url: string): void {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new UsedWrongly(`${prefix}_URL must start with http:// or https://`);
  }
}

function checkServer(prefix: 'LLM' | 'EMBEDDINGS' | 'PREVIOUS_EMBEDDINGS', url: string, model: string): void {
  checkUrl(prefix, url);
  if (model === '') throw new UsedWrongly(`${prefix}_MODEL is required with ${prefix}_URL (the name of a model that server has)`);
}
