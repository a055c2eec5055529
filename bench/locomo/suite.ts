import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startFleet } from '@agent-mem/testing';
import type { Answered, Suite } from '../gate/suite.ts';
import { askService } from './ask.ts';
import { loadLocomo } from './load.ts';
import { replay } from './replay.ts';

/** Five of LoCoMo's conversations, where they lie beside the repository: the licence of the data keeps them out of it. */
const file = fileURLToPath(new URL('../../../shared/bench-data/locomo/locomo-dev.json', import.meta.url));

/** What conversations.Search answers to LoCoMo's questions of categories 1 to 4; `null`: the data are not here. */
export const locomoSuite: Suite | null = existsSync(file) ? { name: 'locomo', k: 10, ask } : null;

async function ask(): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  await using fleet = await startFleet({ services: ['conversations'], bus: 'sqlite' });
  for (const sample of await loadLocomo(file)) {
    const { turnOf } = await replay(fleet, sample);
    await fleet.settled();
    const questions = sample.questions.filter(({ category }) => category !== 5);
    const asked = await askService(fleet, { ...sample, questions }, turnOf);
    for (const [index, { question, found }] of asked.entries()) {
      answered.push({ group: sample.id, id: `${sample.id} ${index + 1}`, gold: [...question.evidence], found });
    }
  }
  return answered;
}
