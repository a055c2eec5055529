import type { Question, Sample } from '../locomo/load.ts';
import type { Answer, Asker } from './asker.ts';
import { mostMoved } from './moves.ts';
import { isRephrasing, twinsOf } from './twins.ts';

/** What 1,000 hostile feedbacks did. */
export interface Attacked {
  /** Most ranks that a memory moved, of each held-out question that says something else than what the attacker asked. */
  readonly moved: readonly number[];
  /** The same of those that say what the attacker asked, in other words or of another name. */
  readonly rephrased: readonly number[];
  /** The same in a scope of the same memories that the attacker has not touched. */
  readonly outside: readonly number[];
}

/** How a hostile caller asks before it rewards what does not answer. */
export type Attack = 'questions' | 'words';

const feedbacks = 1_000;
/** The attacker rewards what stands last among so many. */
const judged = 20;
/** So many ranks are compared. */
const compared = 50;

/**
 * An attacker knows half of a conversation's questions, or the words that are said most often, asks them in turn until it has given 1,000
 * feedbacks, and each time rewards the last memory and punishes the first. The other half of the questions is held out, their twins with them.
 */
export async function attack(asker: Asker, beside: Asker, sample: Sample, how: Attack): Promise<Attacked> {
  const { known, heldOut } = halvesOf(sample);
  const queries = how === 'words' ? commonWords(sample) : known.map(({ text }) => text);
  const isKnown = heldOut.map((question) => how === 'questions' && isRephrasing(question, known, sample));
  const [before, outsideBefore] = [await answersOf(asker, heldOut), await answersOf(beside, heldOut)];
  for (let given = 0; given < feedbacks; ) {
    const query = queries[Math.floor(given / 2) % queries.length] ?? '';
    const answer = await asker.ask(query, judged);
    await asker.judge(answer, answer.found.slice(-1), 1);
    await asker.judge(answer, answer.found.slice(0, 1), -1);
    given += 2;
  }
  const [after, outsideAfter] = [await answersOf(asker, heldOut), await answersOf(beside, heldOut)];
  const moved = moves(before, after);
  return {
    moved: moved.filter((_, index) => !isKnown[index]),
    rephrased: moved.filter((_, index) => isKnown[index]),
    outside: moves(outsideBefore, outsideAfter),
  };
}

/** Every other question of categories 1 to 4; a twin goes with its original. */
function halvesOf(sample: Sample): { readonly known: readonly Question[]; readonly heldOut: readonly Question[] } {
  const originals = sample.questions.filter(({ category }) => category !== 5);
  const isKnown = new Map(originals.map((question, index) => [question, index % 2 === 0]));
  const twins = twinsOf(sample);
  const half = (is: boolean) => [
    ...originals.filter((question) => isKnown.get(question) === is),
    ...twins.filter(({ original }) => isKnown.get(original) === is).map(({ twin }) => twin),
  ];
  return { known: half(true), heldOut: half(false) };
}

/** The words that are said most often, at most one for each two feedbacks. */
function commonWords({ turns }: Sample): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of turns)
    for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, feedbacks / 2)
    .map(([word]) => word);
}

async function answersOf(asker: Asker, questions: readonly Question[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { text } of questions) answers.push(await asker.ask(text, compared));
  return answers;
}

function moves(before: readonly Answer[], after: readonly Answer[]): readonly number[] {
  return before.map(({ found }, index) => mostMoved(found, after[index]?.found ?? []));
}
