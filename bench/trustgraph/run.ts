import { measureTrustGraph } from './measure.ts';
import { reportOf } from './report.ts';

const usage = 'Usage: npm run bench -- trustgraph [questions]';

/** Measures what ours takes in a TrustGraph flow beside TrustGraph's own agent; so many questions of each kind, 100 if not said. */
export async function runTrustGraph(args: readonly string[]): Promise<string> {
  const [questions = '100', ...rest] = args;
  if (rest.length > 0 || !/^[1-9]\d{0,5}$/.test(questions)) throw new Error(usage);
  return reportOf(await measureTrustGraph(Number(questions)));
}
