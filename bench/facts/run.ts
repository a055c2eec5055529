import type { Asked } from './ask.ts';
import { askServices } from './ask.ts';
import { askVectors, askWords } from './ask-one-leg.ts';
import { loadPeople, type Person } from './load.ts';
import { measure } from './measure.ts';
import { type Memory, openMemory } from './memory.ts';
import { abstentionReport, type Results, rankingReport, timesReport } from './report.ts';

/** Stores our own data set in a fleet on SQLite and asks its questions, beside what each leg of the search finds alone. */
export async function runFacts(): Promise<string> {
  const people = await loadPeople();
  await using memory = await openMemory(people, 'sqlite');
  const dev = await resultsOf(memory, people, 'dev');
  const heldOut = await resultsOf(memory, people, 'held-out');
  return [
    '### dev',
    rankingReport(dev),
    '### held-out',
    rankingReport(heldOut),
    '### abstention',
    abstentionReport({ dev: dev.ours, 'held-out': heldOut.ours }),
    timesReport([...dev.ours, ...heldOut.ours]),
  ].join('\n\n');
}

async function resultsOf(memory: Memory, people: readonly Person[], split: Person['split']): Promise<Results> {
  const asked = { bm25: [] as Asked[], dense: [] as Asked[], withoutVectors: [] as Asked[], ours: [] as Asked[] };
  for (const person of people.filter((each) => each.split === split)) {
    const measured = await measure(memory, person);
    asked.bm25.push(...measured.map((each) => askWords(memory, each)));
    asked.dense.push(...measured.map((each) => askVectors(memory, each)));
    asked.withoutVectors.push(...(await askServices(memory, person, { dense: 0 })));
    asked.ours.push(...(await askServices(memory, person)));
  }
  return asked;
}
