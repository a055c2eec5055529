import type { AskedInEnglish } from '../languages/asked-in-english.ts';
import { answersTo, nearestTo } from '../question/answers.ts';
import { conceptsOf } from '../question/concepts.ts';
import type { KnownFact } from '../question/known-fact.ts';
import type { Question } from '../question/question.ts';
import { secondPerson } from '../question/second-person.ts';
import { yesOrNo } from '../question/yes-or-no.ts';
import type { PartToForget } from './part-to-forget.ts';

/** What a message is to the facts, by rules. */
export type Interpretation = StatingMessage | OtherMessage;

/** The message states something. */
export interface StatingMessage {
  readonly act: 'statement';
  readonly statements: readonly string[];
  /** What answers a question that stands behind them; empty: none does. */
  readonly content: string;
}

/** It asks for what is known, or has it corrected or forgotten, or none of that. */
export interface OtherMessage {
  readonly act: 'correction' | 'forget' | 'question' | 'none';
  /** Ids of the facts that are meant or that answer, best first. */
  readonly factIds: readonly string[];
  /** What the one fact of a correction should say; what a request to forget is about; what is nearest to a question that nothing answers. */
  readonly content: string;
  /** What can be said to the user; empty: nothing is known. */
  readonly answer: string;
  /** Of the facts to forget, those of which a part is meant. Default: none. */
  readonly parts?: readonly PartToForget[];
}

const mostTold = 40;

/** What is known of a question. */
export function answered(
  question: Question,
  known: readonly KnownFact[],
  { yes, no }: Pick<AskedInEnglish, 'yes' | 'no'>,
): OtherMessage {
  if (question.kind === 'open') {
    const answers = answersTo(question, known);
    return answers.length > 0 ? meant('question', answers) : unanswered(question, known);
  }
  const answer = yesOrNo(question, known);
  if (!answer) return unanswered(question, known);
  const { content, english } = answer.fact;
  return {
    act: 'question',
    factIds: [answer.fact.id],
    content: '',
    answer: `${answer.isYes ? yes : no}: ${uncapitalised(said([content]), english !== content)}`,
  };
}

/** The facts that are meant or that answer. */
export function meant(act: 'forget' | 'question', facts: readonly KnownFact[]): OtherMessage {
  return {
    act,
    factIds: facts.map(({ id }) => id),
    content: '',
    answer: said(facts.map(({ content }) => content)),
  };
}

function unanswered(question: Question, known: readonly KnownFact[]): OtherMessage {
  const nearest = nearestTo(question, known);
  return { ...meant('question', []), content: nearest ? said([nearest.content]) : '' };
}

/** Statements as they are said to the user, each a sentence. */
export function said(contents: readonly string[]): string {
  return contents.map((content) => secondPerson(content).replace(/[.!…]?$/, '.')).join(' ');
}

/** What is said to the user in another language begins with a word that is no name. */
function uncapitalised(text: string, isForeign: boolean): string {
  return text.replace(isForeign ? /^./u : /^(?:You|Your|The)\b/, (word) => word.toLowerCase());
}

/** The facts about somebody; about the user: all that is known of them and theirs. */
export function factsAbout(about: string, known: readonly KnownFact[]): readonly KnownFact[] {
  const concepts = conceptsOf(about);
  return known
    .filter((fact) => concepts.every((each) => fact.subject.has(each) || (!fact.isOfUser && fact.concepts.has(each))))
    .slice(0, mostTold);
}
