import { type Sliced, sliceEnd } from '@agent-mem/runtime';
import { type AskedInEnglish, askedInEnglish } from '../languages/asked-in-english.ts';
import { inEnglish } from '../languages/in-english.ts';
import { answersTo } from '../question/answers.ts';
import { aliasesOf, type KnownFact, knownFact } from '../question/known-fact.ts';
import { isQuestion, readQuestion } from '../question/question.ts';
import { yesOrNo } from '../question/yes-or-no.ts';
import { extractingFacts } from './extract-facts.ts';

/** A fact that is believed, as rules read it. */
export type Believed = Pick<KnownFact, 'id' | 'content' | 'timestamp'>;

/** What the user wrote before, as of the time of the message that follows, and whom they have spoken of. */
export interface Last {
  readonly before: string | null;
  readonly at: number;
  readonly names: ReadonlySet<string>;
}

/** In characters. A longer text is pasted: the patterns of questions and of what answers them are not made for it. */
const longestSaid = 2_000;

/** What is believed, as questions and corrections are held against it. */
export function* knowing(believed: readonly Believed[]): Sliced<readonly KnownFact[]> {
  const facts = believed
    .filter(({ content }) => content.length <= longestSaid)
    .map((fact) => ({ ...fact, english: inEnglish(fact.content) }));
  const aliases = aliasesOf(facts.map(({ english }) => english));
  const known: KnownFact[] = [];
  for (const fact of facts) {
    known.push(knownFact(fact, aliases));
    yield* sliceEnd(fact.content);
  }
  return known;
}

/** What a message asks; of one that was pasted, what its last line does. Nothing: that is long too. */
export function askedIn(message: string): AskedInEnglish {
  const text = message.trim().replace(/[？؟]/g, '?');
  const own = text.length <= longestSaid ? text : text.slice(text.lastIndexOf('\n') + 1);
  return askedInEnglish(own.length <= longestSaid ? own : '');
}

/** The facts that the user's last message stated or asked for. */
export function* lastSaid({ before, at, names }: Last, known: readonly KnownFact[]): Sliced<readonly KnownFact[]> {
  if (before === null) return [];
  const stated = new Set(yield* extractingFacts({ message: before, at, names }));
  const own = known.filter(({ content }) => stated.has(content));
  const { text: asked } = askedIn(before);
  if (own.length > 0 || !isQuestion(asked)) return own;
  const question = readQuestion(asked, null);
  if (question.kind === 'open') return answersTo(question, known);
  const answer = yesOrNo(question, known);
  return answer ? [answer.fact] : [];
}
