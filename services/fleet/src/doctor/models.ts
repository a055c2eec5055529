import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import type { Embedder, Reranker } from '@agent-mem/llm';
import { openChatModel, openEmbedder, openPreviousEmbedder, openReranker } from '../adapters/models.ts';
import type { FleetConfig } from '../config.ts';
import { type Finding, fail, ok, sentenceOf, warn } from './finding.ts';

/** The model that writes, without asking it for anything: its server is asked which models it has. */
export async function chatModelFinding(config: FleetConfig, signal: AbortSignal): Promise<Finding> {
  const { LLM_URL: url, LLM_MODEL: model } = config;
  if (url === '' && model !== '')
    return fail('model', 'LLM_MODEL is set and LLM_URL is not', 'set LLM_URL to the server of that model');
  if (url === '') return ok('model', 'none: it reasons by rules (LLM_URL and LLM_MODEL name one)');
  if (model === '') return fail('model', 'LLM_URL is set and LLM_MODEL is not', 'set LLM_MODEL to a model of that server');
  return await listedFinding({ what: 'model', variable: 'LLM_MODEL', model }, config, signal);
}

/** The model that writes summaries, where it is another of the same server; `null`: it is the one above. */
export async function summaryModelFinding(config: FleetConfig, signal: AbortSignal): Promise<Finding | null> {
  const { LLM_URL, LLM_MODEL, SUMMARY_MODEL: model } = config;
  if (model === '' || model === LLM_MODEL) return null;
  const what = 'summary model';
  if (LLM_URL === '')
    return fail(
      what,
      'SUMMARY_MODEL is set and LLM_URL is not',
      'set LLM_URL to the server of that model, or leave SUMMARY_MODEL empty',
    );
  return await listedFinding({ what, variable: 'SUMMARY_MODEL', model }, config, signal);
}

/** A model that writes, by what the server at LLM_URL lists. */
async function listedFinding(
  { what, variable, model }: { readonly what: string; readonly variable: string; readonly model: string },
  config: FleetConfig,
  signal: AbortSignal,
): Promise<Finding> {
  const { LLM_URL: url, LLM_API_KEY: key } = config;
  try {
    await openChatModel(config);
  } catch (error) {
    return fail(what, sentenceOf(error), 'set LLM_URL to the base URL of that server');
  }
  try {
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(`${withoutLastSlashes(url)}/models`, { headers, signal });
    if (response.status === 401 || response.status === 403)
      return fail(what, `${url} refuses the key (HTTP ${response.status})`, 'set LLM_API_KEY to a key of that server');
    const names = response.ok ? namesOf(await response.json().catch(() => null)) : [];
    if (names.length === 0) return warn(what, `${url} answers and does not list its models`, `make sure that it has ${model}`);
    return names.includes(model)
      ? ok(what, `${model} at ${url}`)
      : warn(what, `${url} does not list ${model}`, `set ${variable} to one of ${names.slice(0, 5).join(', ')}`);
  } catch (error) {
    return fail(what, `${url} does not answer: ${sentenceOf(error)}`, 'start that server, or set LLM_URL');
  }
}

/** The model that embeds, by one word. */
export async function embedderFinding(config: FleetConfig, signal: AbortSignal): Promise<Finding | null> {
  const remedy = 'set EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_API_KEY, or none of them for the bundled table';
  return await askedFinding('embedder', openEmbedder(config), (embedder) => embedWord(embedder, signal), remedy);
}

/** The embedder before the present one, by one word; `null`: there is none. */
export async function previousEmbedderFinding(config: FleetConfig, signal: AbortSignal): Promise<Finding | null> {
  const remedy = 'set PREVIOUS_EMBEDDINGS_URL and PREVIOUS_EMBEDDINGS_MODEL, or neither once all is embedded anew';
  return await askedFinding('embedder before', openPreviousEmbedder(config), (embedder) => embedWord(embedder, signal), remedy);
}

/** What reads question and memory together, by one pair of them; `null`: there is none. */
export async function rerankerFinding(config: FleetConfig, signal: AbortSignal): Promise<Finding | null> {
  const remedy = 'set RERANK_URL, RERANK_MODEL and RERANK_API_KEY, or RERANK_MODEL_DIR; without all of them nothing is reranked';
  const rerankPair = (reranker: Reranker) => reranker.rerank('Who lives in Lyon?', ['Anne lives in Lyon'], { signal });
  return await askedFinding('reranker', openReranker(config), rerankPair, remedy);
}

async function embedWord(embedder: Embedder, signal: AbortSignal): Promise<void> {
  const [vector] = await embedder.embed(['memory'], { signal });
  if (!vector) throw new Error(`${embedder.id} refuses the text "memory"`);
}

/** A model, by what it answers; `null`: there is none. */
async function askedFinding<Model extends { readonly id: string }>(
  what: string,
  opening: Promise<Model | null>,
  ask: (model: Model) => Promise<unknown>,
  remedy: string,
): Promise<Finding | null> {
  try {
    const model = await opening;
    if (!model) return null;
    await ask(model);
    return ok(what, model.id);
  } catch (error) {
    return fail(what, sentenceOf(error), remedy);
  }
}

/** The ids in an answer of OpenAI's shape, as far as it has it. */
function namesOf(answer: unknown): readonly string[] {
  const { data } = (answer ?? {}) as { readonly data?: unknown };
  return Array.isArray(data)
    ? data.flatMap((entry: { readonly id?: unknown } | null) => (typeof entry?.id === 'string' ? entry.id : []))
    : [];
}
