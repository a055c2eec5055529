import { short, table } from '../markdown-table.ts';
import { measureLongTexts, varied } from './measure.ts';

const limitMs = 50;
const mostShown = 25;

/** Measures how long one text keeps the process from everything else, in what is asked with it and in what is learned of it. */
export async function runLongTexts(args: readonly string[]): Promise<string> {
  const bytes = Number(args[0] ?? 65_536);
  if (args.length > 1 || !Number.isInteger(bytes) || bytes < 1) throw new Error('Usage: npm run bench -- long-texts [bytes]');
  const stalls = await measureLongTexts(bytes);
  const over = stalls.filter(({ turnMs }) => turnMs > limitMs).length;
  const late = stalls.filter(({ stallMs }) => stallMs > limitMs).length;
  const rows = stalls
    .slice(0, mostShown)
    .map(({ repeated, operation, turnMs, stallMs }) => [
      repeated === varied ? varied : `\`${JSON.stringify(repeated)}\``,
      operation,
      short(turnMs),
      short(stallMs),
    ]);
  return `${stalls.length} texts of ${bytes} bytes, ${over} of them over ${limitMs} ms of the thread's own time, ${late} by the clock\n\n${table(['repeated', 'operation', 'longest turn, ms', 'longest stall by the clock, ms'], rows)}`;
}
