import { OperationError } from '@agent-mem/contract';
import type { ChatModel, Embedder } from '@agent-mem/llm';
import { createOpenAiChatModel } from './chat-model/chat-model.ts';
import { checkUrl } from './check-url.ts';
import { createOpenAiEmbedder } from './embedder.ts';
import type { OpenAiConfig } from './variables.ts';

const mostModels = 64;
const defaultEmbeddingsModel = 'text-embedding-3-small';

type Prefix = 'LLM' | 'EMBEDDINGS' | 'PREVIOUS_EMBEDDINGS';

/** The model that writes, behind LLM_URL. Throws `invalid-argument`, naming the variable that is malformed. */
export function openChatModel(config: OpenAiConfig): ChatModel {
  const server = serverOf('LLM', config);
  const open = (model: string) => createOpenAiChatModel({ ...server, model }, config.MODEL_ANSWER_MAX_BYTES);
  const offered = config.LLM_MODELS.split(',').map((name) => name.trim());
  const opened = new Map([[server.model, open(server.model)]]);
  const named = (name: string): ChatModel => {
    if (name !== server.model && !offered.includes(name) && !offered.includes('*'))
      throw new OperationError('invalid-argument', `model: ${name} is not one of LLM_MODELS`);
    const known = opened.get(name) ?? open(name);
    // What a model refuses is found out once. Of more names than anybody serves nothing is held.
    if (opened.size < mostModels) opened.set(name, known);
    return known;
  };
  return { ...named(server.model), named };
}

/** The model that embeds, behind EMBEDDINGS_URL. Throws likewise. */
export function openEmbedder(config: OpenAiConfig): Embedder {
  const dimensions = config.EMBEDDINGS_DIMENSION ?? undefined;
  const server = serverOf('EMBEDDINGS', { ...config, EMBEDDINGS_MODEL: config.EMBEDDINGS_MODEL || defaultEmbeddingsModel });
  return createOpenAiEmbedder({ ...server, ...(dimensions === undefined ? {} : { dimensions }) });
}

/** The model that embedded before, behind PREVIOUS_EMBEDDINGS_URL. Throws likewise. */
export function openPreviousEmbedder(config: OpenAiConfig): Embedder {
  return createOpenAiEmbedder(serverOf('PREVIOUS_EMBEDDINGS', config));
}

function serverOf(prefix: Prefix, config: OpenAiConfig) {
  const url = config[`${prefix}_URL`];
  const model = config[`${prefix}_MODEL`];
  checkUrl(prefix, url);
  if (model !== '') return { url, model, apiKey: config[`${prefix}_API_KEY`] };
  const sentence = `${prefix}_MODEL is required with ${prefix}_URL (the name of a model that server has)`;
  throw new OperationError('invalid-argument', sentence);
}
