import { ownAnswers } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { type Sliced, sliceEnd } from '@agent-mem/runtime';
import { inEnglish } from '../languages/in-english.ts';
import { type KnownFact, knownFact } from '../question/known-fact.ts';
import { isQuestion, readQuestion } from '../question/question.ts';
import { asksAboutUser } from './about-user.ts';
import { answered, factsAbout, type Interpretation, meant, said } from './answering.ts';
import { statedBeforeQuestion } from './clauses.ts';
import { replaces } from './correction.ts';

/** A question behind a statement: "My wife is Anne. What do you know about me?" */
export interface QuestionBehind {
  readonly stated: string;
  readonly question: string;
}

/** Divides a message; `null`: no question stands behind anything. */
export function questionBehind(asked: string): QuestionBehind | null {
  const sentences = sentencesOf(asked);
  const last = sentences.at(-1) ?? '';
  const said = /\?/.test(last) ? statedBeforeQuestion(last) : '';
  const question = last.slice(said.length).replace(/^[\s,;–—-]+(?:(?:so|and|but) )?/i, '');
  const stated = [...sentences.slice(0, -1), said].join(' ').trim();
  return stated !== '' && (isQuestion(question) || asksAboutUser(question) !== null) ? { stated, question } : null;
}

/** What is said now is newer than all that is known. */
const now = '9999-12-31T00:00:00.000Z';

/** What such a message is, where it states something: a statement, with what answers the question. What it states answers too. */
export function* statedAndAsked(
  statements: readonly string[],
  { stated, question }: QuestionBehind,
  known: readonly KnownFact[],
): Sliced<Interpretation> {
  const own = statements.map((content) => knownFact({ id: '', content, english: inEnglish(content), timestamp: now }, new Map()));
  yield* sliceEnd(question);
  const about = asksAboutUser(question);
  const still = known.filter(({ content }) => !statements.some((each) => replaces(each, content)));
  const { answer } =
    about === null
      ? answered(readQuestion(question, stated), [...own, ...still], { yes: 'Yes', no: 'No' })
      : meant('question', factsAbout(about, still));
  // What is acknowledged is not said twice.
  const isOwn = statements.some((content) => answer === said([content])) || (about !== null && answer === '');
  return {
    act: 'statement',
    factIds: [],
    content: isOwn ? '' : answer || ownAnswers.unknown,
    statements,
    answer: said(statements),
  };
}
