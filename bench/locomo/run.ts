import { startFleet } from '@agent-mem/testing';
import { type Asked, askService } from './ask.ts';
import { askBm25, askRecipe } from './ask-pure.ts';
import { loadLocomo } from './load.ts';
import { r0, r1 } from './recipes.ts';
import { replay } from './replay.ts';
import { abstentionReport, rankingReport, timesReport } from './report.ts';

/**
 * Replays each conversation turn by turn into a fleet on SQLite, its search index where `SEARCH_URL` says, then asks its questions. The
 * argument is the data's path.
 */
export async function runLocomo([path]: readonly string[]): Promise<string> {
  if (path === undefined) throw new Error('Usage: npm run bench -- locomo <locomo10.json>');
  const results = {
    bm25: [] as Asked[],
    r0: [] as Asked[],
    r1: [] as Asked[],
    ours: [] as Asked[],
    withoutVectors: [] as Asked[],
  };
  const appendMs: number[] = [];
  await using fleet = await startFleet({ services: ['conversations'], bus: 'sqlite', environment: searchVariables() });
  for (const sample of await loadLocomo(path)) {
    const replayed = await replay(fleet, sample);
    await fleet.settled();
    appendMs.push(...replayed.appendMs);
    results.bm25.push(...askBm25(sample));
    results.r0.push(...(await askRecipe(sample, r0, null)));
    results.r1.push(...(await askRecipe(sample, r1, fleet.ports.embedder)));
    results.ours.push(...(await askService(fleet, sample, replayed.turnOf)));
    results.withoutVectors.push(...(await askService(fleet, sample, replayed.turnOf, { dense: 0 })));
    console.error(`${sample.id}: ${sample.turns.length} turns, ${sample.questions.length} questions`);
  }
  return [rankingReport(results), abstentionReport(results.ours), timesReport(appendMs, results.ours)].join('\n\n');
}

/** `SEARCH_URL` and what belongs to it. */
function searchVariables(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('SEARCH_'));
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? '']));
}
