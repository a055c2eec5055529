import type { Question, Sample } from '../locomo/load.ts';

/** A question of category 5 and the one of categories 1 to 4 that it is made of: other words, or the other speaker, and the same evidence. */
export interface Twin {
  readonly original: Question;
  readonly twin: Question;
}

/** Words that both have, of all that one of them has. */
const leastShared = 0.5;

/** The questions of category 5 that say what another one says, each with that one. Names of the speakers do not count. */
export function twinsOf({ turns, questions }: Pick<Sample, 'turns' | 'questions'>): readonly Twin[] {
  const names = speakersOf(turns);
  const originals = questions.filter(({ category }) => category !== 5);
  return questions
    .filter(({ category }) => category === 5)
    .flatMap((twin) => {
      const alike = originals
        .filter(({ evidence }) => [...evidence].some((id) => twin.evidence.has(id)))
        .map((original) => ({ original, twin, shared: sharedWords(original.text, twin.text, names) }))
        .sort((a, b) => b.shared - a.shared)[0];
      return alike && alike.shared >= leastShared ? [{ original: alike.original, twin }] : [];
    });
}

/** Whether a question says what one of the others says, by the same measure, whatever answers it. */
export function isRephrasing(question: Question, others: readonly Question[], { turns }: Pick<Sample, 'turns'>): boolean {
  const names = speakersOf(turns);
  return others.some((other) => sharedWords(question.text, other.text, names) >= leastShared);
}

function speakersOf(turns: Sample['turns']): ReadonlySet<string> {
  return new Set(turns.map(({ speaker }) => speaker.toLowerCase()));
}

function sharedWords(a: string, b: string, names: ReadonlySet<string>): number {
  const [one, other] = [wordsOf(a, names), wordsOf(b, names)];
  const both = [...one].filter((word) => other.has(word)).length;
  return both / new Set([...one, ...other]).size;
}

function wordsOf(text: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word !== 's' && !names.has(word)));
}
