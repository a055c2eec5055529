import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import { openChatModel, openEmbedder } from '../adapters/models.ts';
import type { FleetConfig } from '../config.ts';
import { type Finding, fail, ok, sentenceOf, warn } from './finding.ts';

/** The model that writes, without asking it for anything: its server is asked which models it has. */
export async function chatModelFinding(config: FleetConfig, signal: AbortSignal): Promise<Finding> {
  const { LLM_URL: url, LLM_MODEL: model, LLM_API_KEY: key } = config;
  if (url === '' && model !== '')
    return fail('model', 'LLM_MODEL is set and LLM_URL is not', 'set LLM_URL to the server of that model');
  if (url === '') return ok('model', 'none: it reasons by rules (LLM_URL and LLM_MODEL name one)');
  if (model === '') return fail('model', 'LLM_URL is set and LLM_MODEL is not', 'set LLM_MODEL to a model of that server');
  try {
    await openChatModel(config);
  } catch (error) {
    return fail('model', sentenceOf(error), 'set LLM_URL to the base URL of that server');
  }
  try {
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(`${withoutLastSlashes(url)}/models`, { headers, signal });
    if (response.status === 401 || response.status === 403)
      return fail('model', `${url} refuses the key (HTTP ${response.status})`, 'set LLM_API_KEY to a key of that server');
    const names = response.ok ? namesOf(await response.json().catch(() => null)) : [];
    if (names.length === 0) return warn('model', `${url} answers and does not list its models`, `make sure that it has ${model}`);
    return names.includes(model)
      ? ok('model', `${model} at ${url}`)
      : warn('model', `${url} does not list ${model}`, `set LLM_MODEL to one of ${names.slice(0, 5).join(', ')}`);
  } catch (error) {
    return fail('model', `${url} does not answer: ${sentenceOf(error)}`, 'start that server, or set LLM_URL');
  }
}

/** The model that embeds, by one word. */
export async function embedderFinding(config: FleetConfig, signal: AbortSignal): Promise<Finding> {
  try {
    const embedder = await openEmbedder(config);
    const [vector] = await embedder.embed(['memory'], { signal });
    if (!vector) throw new Error(`${embedder.id} refuses the text "memory"`);
    return ok('embedder', embedder.id);
  } catch (error) {
    return fail(
      'embedder',
      sentenceOf(error),
      'set EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_API_KEY, or none of them for the bundled table',
    );
  }
}

/** The ids in an answer of OpenAI's shape, as far as it has it. */
function namesOf(answer: unknown): readonly string[] {
  const { data } = (answer ?? {}) as { readonly data?: unknown };
  return Array.isArray(data)
    ? data.flatMap((entry: { readonly id?: unknown } | null) => (typeof entry?.id === 'string' ? entry.id : []))
    : [];
}
