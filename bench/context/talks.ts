import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadPeople } from '../facts/load.ts';
import { loadLocomo, type Sample } from '../locomo/load.ts';

/** Conversations of one origin, and what the report calls them. */
export interface Talks {
  readonly name: string;
  readonly samples: readonly Sample[];
}

/** LoCoMo's conversations for development, where they lie beside the repository: the licence of the data keeps them out of it. */
const locomo = fileURLToPath(new URL('../../../shared/bench-data/locomo/locomo-dev.json', import.meta.url));

/** The conversations whose data are here: LoCoMo's, from a file of it or from beside the repository, and those of our own people. */
export async function loadTalks(path: string | undefined): Promise<readonly Talks[]> {
  const file = path ?? (existsSync(locomo) ? locomo : null);
  return [...(file === null ? [] : [{ name: 'LoCoMo', samples: await loadLocomo(file) }]), await ownTalks()];
}

/** What each of our people told, as one conversation; a question's evidence is what answers it. */
async function ownTalks(): Promise<Talks> {
  const people = await loadPeople();
  const samples = people.map(({ person, facts, questions }) => ({
    id: person,
    turns: facts
      .toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
      .map(({ id, text, timestamp }) => ({ id, speaker: person, text, caption: '', timestamp })),
    questions: questions
      .filter(({ of, gold }) => of === 'facts' && gold.length > 0)
      .map(({ text, gold }) => ({ text, evidence: new Set(gold), category: 4 })),
  }));
  return { name: 'ours', samples };
}
