import type { Answered, Suite } from '../gate/suite.ts';
import { askServices } from './ask.ts';
import { loadPeople, type Question } from './load.ts';
import { openMemory } from './memory.ts';

/** What facts.Retrieve answers to our own questions. */
export const factsSuite: Suite = { name: 'facts', k: 5, ask: () => ask('facts') };

/** What episodes.Retrieve answers: as a rule it is asked for three. */
export const episodesSuite: Suite = { name: 'episodes', k: 3, ask: () => ask('episodes') };

async function ask(of: Question['of']): Promise<readonly Answered[]> {
  const people = (await loadPeople()).map((person) => ({
    ...person,
    questions: person.questions.filter((question) => question.of === of && question.gold.length > 0),
  }));
  await using memory = await openMemory(people, 'sqlite');
  const answered: Answered[] = [];
  for (const person of people) {
    const asked = await askServices(memory, person);
    answered.push(...asked.map(({ question, found }) => ({ group: person.person, id: question.id, gold: question.gold, found })));
  }
  return answered;
}
