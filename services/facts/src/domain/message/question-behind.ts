import { ownAnswers } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { type Sliced, sliceEnd } from '@agent-mem/runtime';
import { inEnglish } from '../languages/in-english.ts';
import { type KnownFact, knownFact } from '../question/known-fact.ts';
import { isQuestion, readQuestion } from '../question/question.ts';
import { asksAboutUser } from './about-user.ts';
import { answered, factsAbout, meant, type StatingMessage, said } from './answering.ts';
import { statedBeforeQuestion } from './clauses.ts';
import { replaces } from './correction.ts';

/** A question behind a statement: "My wife is Anne. What do you know about me?" */
export interface QuestionBehind {
  readonly stated: string;
  /** Empty: it asks nothing of what is known. */
  readonly question: string;
}

/** "Can you remember that?", "Did you know?" */
const asksNothing =
  /^(?:(?:can|could|will|would|did|do) you (?:please )?(?:remember|note|know|save|store|keep|write|get|understand|see)(?: (?:that|this|it|down|in mind|for me|please|all))*|(?:is that )?(?:ok|okay|alright|clear)|all right|got it|understood|you know|deal)[\s?!.]*$/i;

/** Divides a message; `null`: no question stands behind anything. */
export function questionBehind(asked: string): QuestionBehind | null {
  const sentences = sentencesOf(asked);
  const last = sentences.at(-1) ?? '';
  const said = /\?/.test(last) ? statedBeforeQuestion(last) || statedBeforeTag(last) : '';
  const question = last.slice(said.length).replace(/^[\s,;–—-]+(?:(?:so|and|but) )?/i, '');
  const stated = [...sentences.slice(0, -1), said].join(' ').trim();
  if (stated !== '' && asksNothing.test(question)) return { stated, question: '' };
  return stated !== '' && (isQuestion(question) || asksAboutUser(question) !== null) ? { stated, question } : null;
}

/** "I like tea, ok?" */
function statedBeforeTag(sentence: string): string {
  const at = sentence.lastIndexOf(', ');
  return at > 0 && asksNothing.test(sentence.slice(at + 2)) ? sentence.slice(0, at) : '';
}

/** What is said now is newer than all that is known. */
const now = '9999-12-31T00:00:00.000Z';

/** What such a message is, where it states something: a statement, with what answers the question. What it states answers too. */
export function* statedAndAsked(
  statements: readonly string[],
  { stated, question }: QuestionBehind,
  known: readonly KnownFact[],
): Sliced<StatingMessage> {
  const own = statements.map((content) => knownFact({ id: '', content, english: inEnglish(content), timestamp: now }, new Map()));
  yield* sliceEnd(question);
  if (question === '') return { act: 'statement', statements, content: '' };
  const about = asksAboutUser(question);
  const still = known.filter(({ content }) => !statements.some((each) => replaces(each, content)));
  const { answer } =
    about === null
      ? answered(readQuestion(question, stated), [...own, ...still], { yes: 'Yes', no: 'No' })
      : meant('question', factsAbout(about, still));
  // What is acknowledged is not said twice.
  const isOwn = statements.some((content) => answer === said([content])) || (about !== null && answer === '');
  return { act: 'statement', statements, content: isOwn ? '' : answer || ownAnswers.unknown };
}
