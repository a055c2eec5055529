import type { ChatModel, Embedder } from '@agent-mem/llm';
import type { FleetConfig } from './config.ts';
import { UsedWrongly } from './refusal.ts';

/** The model that writes: the one behind LLM_URL, or rules. */
export async function openChatModel(config: FleetConfig): Promise<ChatModel> {
  const { LLM_URL: url, LLM_MODEL: model, LLM_API_KEY: apiKey } = config;
  if (url === '') return (await import('@agent-mem/llm-local')).createLocalChatModel();
  checkServer('LLM', url, model);
  return (await import('@agent-mem/llm-openai')).createOpenAiChatModel({ url, model, apiKey });
}

/** The model that embeds: the one behind EMBEDDINGS_URL, or the bundled static table. */
export async function openEmbedder(config: FleetConfig): Promise<Embedder> {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = config;
  if (url === '') return (await import('@agent-mem/llm-local')).loadStaticEmbedder();
  checkServer('EMBEDDINGS', url, model);
  return (await import('@agent-mem/llm-openai')).createOpenAiEmbedder({ url, model, apiKey });
}

function checkServer(prefix: 'LLM' | 'EMBEDDINGS', url: string, model: string): void {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new UsedWrongly(`${prefix}_URL must start with http:// or https://`);
  }
  if (model === '') throw new UsedWrongly(`${prefix}_MODEL is required with ${prefix}_URL (the name of a model that server has)`);
}
