import { cosine, queryTerms, weighTerms } from '@agent-mem/recall/ranking';
import { timeLimit } from '@agent-mem/runtime';
import type { LoopContext } from '../loop-context.ts';
import type { Tool } from './tool.ts';

type RankingContext = Pick<LoopContext, 'clock' | 'config' | 'embedder' | 'log'>;

/** Vectors of tools by the id of their embedder. A tool that is listed anew is another object. */
const vectors = new WeakMap<Tool, { readonly embedder: string; readonly values: Float32Array }>();

/**
 * The tools in the order of their closeness to a text: the share of its terms that name and description have, each by its rarity among the tools, plus the
 * cosine of their vectors. Both are 0 to 1. Without vectors in time it goes by terms alone. It rejects for the signal alone.
 */
export async function closestTools(
  context: RankingContext,
  tools: readonly Tool[],
  text: string,
  signal: AbortSignal,
): Promise<readonly Tool[]> {
  const terms = queryTerms(text);
  const termsOfTools = tools.map((tool) => new Set(queryTerms(wordsOf(tool))));
  const documentFrequency = new Map(terms.map((term) => [term, termsOfTools.filter((own) => own.has(term)).length]));
  const weighted = weighTerms(terms, { documents: tools.length, totalLength: 0, documentFrequency });
  const whole = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const cosines = await cosinesOf(context, tools, text, signal);
  const closeness = tools.map((_, index) => {
    const shared = weighted.filter(({ term }) => termsOfTools[index]?.has(term)).reduce((sum, { weight }) => sum + weight, 0);
    return (whole === 0 ? 0 : shared / whole) + Math.max(0, cosines[index] ?? 0);
  });
  const order = [...tools.keys()].sort((one, other) => (closeness[other] ?? 0) - (closeness[one] ?? 0));
  return order.flatMap((index) => tools[index] ?? []);
}

/** What it is called and does, as words: `readTextFile` and `read_text_file` are three. */
function wordsOf({ name, description }: Tool): string {
  return `${name.replace(/(?<=[a-z0-9])(?=[A-Z])|[_-]+/g, ' ')}. ${description}`;
}

async function cosinesOf(
  { clock, config, embedder, log }: RankingContext,
  tools: readonly Tool[],
  text: string,
  signal: AbortSignal,
): Promise<readonly number[]> {
  if (!embedder) return [];
  using limit = timeLimit(clock, config.MEMORY_DEADLINE_MS, signal, 'the vectors of tools came too late');
  const missing = tools.filter((tool) => vectors.get(tool)?.embedder !== embedder.id);
  try {
    const [question, ...made] = await limit.race(embedder.embed([text, ...missing.map(wordsOf)], { signal: limit.signal }));
    for (const [index, tool] of missing.entries()) {
      const values = made[index];
      if (values) vectors.set(tool, { embedder: embedder.id, values });
    }
    return tools.map((tool) => cosine(question ?? [], vectors.get(tool)?.values ?? []));
  } catch (cause) {
    signal.throwIfAborted();
    log.debug({ err: cause }, 'tools are ranked without vectors');
    return [];
  }
}
