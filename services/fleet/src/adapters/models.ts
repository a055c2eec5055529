import type { ChatModel, Embedder, Reranker } from '@agent-mem/llm';
import type { FleetConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';
import { checkDimension } from './check-dimension.ts';
import { misuse } from './misuse.ts';

const local = () => import('@agent-mem/local');
const openai = () => import('@agent-mem/openai');
const endpoint = () => import('@agent-mem/openai/reranker');
const onnx = () => import('@agent-mem/onnx');

/** The model that writes: the one behind LLM_URL, or rules. */
export async function openChatModel(config: FleetConfig): Promise<ChatModel> {
  if (config.LLM_URL === '') {
    refuseModel('LLM', config);
    return (await local()).openChatModel();
  }
  return await opened(openai(), (adapter) => adapter.openChatModel(config));
}

/** The model that writes summaries: SUMMARY_MODEL of the same server, or the chat model. */
export async function openSummaryModel(config: FleetConfig, chatModel: ChatModel): Promise<ChatModel> {
  if (config.SUMMARY_MODEL === '' || config.SUMMARY_MODEL === config.LLM_MODEL) return chatModel;
  if (config.LLM_URL === '') throw new UsedWrongly('SUMMARY_MODEL names a model of the server at LLM_URL; set LLM_URL too');
  return await opened(openai(), (adapter) => adapter.openChatModel({ ...config, LLM_MODEL: config.SUMMARY_MODEL }));
}

/** The model that embeds: the one behind EMBEDDINGS_URL, or the bundled static table. */
export async function openEmbedder(config: FleetConfig): Promise<Embedder> {
  const { EMBEDDINGS_URL, EMBEDDINGS_DIMENSION } = config;
  if (EMBEDDINGS_URL === '') {
    refuseModel('EMBEDDINGS', config);
    const cure = '; set EMBEDDINGS_URL to the server whose model makes others, or leave EMBEDDINGS_DIMENSION empty';
    return await checkDimension(await (await local()).openEmbedder(), EMBEDDINGS_DIMENSION, cure);
  }
  return await checkDimension(await opened(openai(), (adapter) => adapter.openEmbedder(config)), EMBEDDINGS_DIMENSION);
}

/** The embedder before the present one; `null`: there is none to ask by. */
export async function openPreviousEmbedder(config: FleetConfig): Promise<Embedder | null> {
  if (config.PREVIOUS_EMBEDDINGS_URL === '') {
    refuseModel('PREVIOUS_EMBEDDINGS', config);
    return null;
  }
  if (config.PREVIOUS_EMBEDDINGS_URL === 'static') return (await local()).openEmbedder();
  return await opened(openai(), (adapter) => adapter.openPreviousEmbedder(config));
}

/** What reads question and memory together: an endpoint, or a model in a folder; `null`: neither. */
export async function openReranker(config: FleetConfig): Promise<Reranker | null> {
  const { RERANK_URL: url, RERANK_MODEL_DIR: folder } = config;
  if (url !== '' && folder !== '') throw new UsedWrongly('RERANK_URL and RERANK_MODEL_DIR name two rerankers; set one of them');
  if (url === '') refuseModel('RERANK', config);
  if (folder !== '') return await opened(onnx(), (adapter) => adapter.openReranker(config));
  return url === '' ? null : await opened(endpoint(), (adapter) => adapter.openReranker(config));
}

/** A model without its server would be passed over in silence. */
function refuseModel(prefix: 'LLM' | 'EMBEDDINGS' | 'PREVIOUS_EMBEDDINGS' | 'RERANK', config: FleetConfig): void {
  if (config[`${prefix}_MODEL`] !== '')
    throw new UsedWrongly(`${prefix}_MODEL names a model of the server at ${prefix}_URL; set ${prefix}_URL too`);
}

/** What the adapter finds malformed stops the start. */
async function opened<Adapter, Model>(
  adapter: Promise<Adapter>,
  open: (adapter: Adapter) => Model | Promise<Model>,
): Promise<Model> {
  return await adapter.then(open).catch(misuse());
}
