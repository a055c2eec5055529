import { englishStatements } from '../english-statements.ts';
import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import { seededTexts } from '../seeded-texts.ts';
import { measureProxy } from './measure.ts';

/** Measures what the proxy adds to the first text of a stream, beside the bare upstream. */
export async function runProxy(args: readonly string[]): Promise<string> {
  const isEnglish = args[0] === 'english';
  const counts = args.slice(isEnglish ? 1 : 0);
  const [facts = 10_000, requests = 200, streams = 64, seconds = 6] = counts.map(Number);
  if (counts.length > 4 || ![facts, requests, streams, seconds].every((count) => Number.isInteger(count) && count > 0))
    throw new Error('Usage: npm run bench -- proxy [english] [facts] [requests] [streams] [seconds]');
  const texts = isEnglish ? englishStatements(23) : seededTexts(23);
  const figures = await measureProxy({ facts, requests, streams, seconds, texts });
  const rows = figures.map(({ name, bare, proxied, withoutMemory }) => {
    const at = (share: number) => [percentile(bare, share), percentile(proxied, share)] as const;
    const [[bareMiddle, middle], [bareLate, late]] = [at(0.5), at(0.95)];
    return [
      name,
      short(bareMiddle),
      short(middle),
      short(bareLate),
      short(late),
      short(Math.max(0, late - bareLate)),
      withoutMemory,
    ];
  });
  const heads = ['ms to the first text', 'p50 bare', 'p50', 'p95 bare', 'p95', 'added at p95', 'without memory'];
  return `${facts} facts\n\n${table(heads, rows)}`;
}
