import { type Sliced, sliceEnd } from '@agent-mem/runtime';
import { answersTo, isAbout } from '../question/answers.ts';
import type { KnownFact } from '../question/known-fact.ts';
import { isQuestion, readQuestion } from '../question/question.ts';
import { asksAboutUser } from './about-user.ts';
import { answered, factsAbout, type Interpretation, meant, type OtherMessage, said } from './answering.ts';
import { asksForInstructions } from './asks-for-instructions.ts';
import { correcting, statedAgain } from './correcting.ts';

import { extractingFacts } from './extract-facts.ts';
import { type ForgetRequest, forgetRequest } from './forget-request.ts';
import { knownNames } from './known-names.ts';
import { askedIn, type Believed, knowing, type Last, lastSaid } from './last-said.ts';
import { partToForget } from './part-to-forget.ts';
import { questionBehind, statedAndAsked } from './question-behind.ts';
import { isStandingInstruction } from './statement/standing-instruction.ts';
import type { UpdatedFact } from './updates/updated-fact.ts';
import { withWhom } from './whom.ts';

/** Facts that one request may take away. */
const mostForgotten = 20;
/** Instructions of one answer. */
const mostInstructions = 20;

/** Interprets a message that is said at a time (milliseconds since 1970). `believed`: newest first; `before`: what the user wrote before. */
export function* interpreting(
  written: string,
  before: string | null,
  believed: readonly Believed[],
  at: number,
): Sliced<Interpretation> {
  const known = yield* knowing(believed);
  const contents = known.map(({ content }) => content);
  const names = knownNames(contents);
  const message = withWhom(written, before, contents);
  const { text: asked, yes, no } = askedIn(message);
  const previous = before === null ? null : askedIn(before).text;
  yield* sliceEnd(message, previous, ...contents);

  const request = forgetRequest(asked);
  if (request) {
    const { about, isUnsure } = request;
    const unwanted = yield* toForget(request, { before, at, names }, known);
    if (isUnsure && unwanted.length === 0) return { act: 'none', factIds: [], content: '', answer: '' };
    const parts = about === '' ? [] : unwanted.flatMap((fact) => partToForget(about, fact) ?? []);
    const stays = parts.length === 0 ? {} : { answer: said(parts.map(({ remaining }) => remaining)) };
    return { ...meant('forget', unwanted), content: about, parts, ...stays };
  }
  const updated = yield* correcting(asked, { before, at, names }, known);
  if (updated) return rightInPlaceOf(updated);
  yield* sliceEnd(message);
  const behind = questionBehind(asked);
  if (behind) {
    const statements = yield* extractingFacts({ message: behind.stated, at, names });
    if (statements.length > 0) return yield* statedAndAsked(statements, behind, known);
  }
  const statements = yield* extractingFacts({ message, at, names });
  yield* sliceEnd(message);
  const again = statedAgain(asked, statements, known);
  if (again) return rightInPlaceOf(again);
  if (statements.length > 0 && (!asked.includes('?') || !isQuestion(asked))) return { act: 'statement', statements, content: '' };
  const wanted = asksForInstructions(asked) ? known.filter(({ content }) => isStandingInstruction(content)) : [];
  if (wanted.length > 0) return meant('question', wanted.slice(0, mostInstructions));
  const about = asksAboutUser(asked);
  if (about !== null) return meant('question', factsAbout(about, known));
  if (!isQuestion(asked)) return { act: 'none', factIds: [], content: '', answer: '' };

  yield* sliceEnd(message, previous);
  const question = readQuestion(asked, previous);
  yield* sliceEnd(message, previous);
  return answered(question, known, { yes, no });
}

function rightInPlaceOf({ fact, content }: UpdatedFact): OtherMessage {
  return { act: 'correction', factIds: [fact.id], content, answer: said([content]) };
}

/** "I want a dog", and not "my trip". */
const states = /^(?:i|we|he|she|they)\b/i;

function* toForget({ about, isUnsure }: ForgetRequest, last: Last, known: readonly KnownFact[]): Sliced<readonly KnownFact[]> {
  if (about === '') return (yield* lastSaid(last, known)).slice(0, mostForgotten);
  if (/^(?:me|myself)$/i.test(about)) return known.slice(0, mostForgotten);
  const question = readQuestion(about, null);
  const concepts = [...question.concepts, ...question.wanted];
  if (concepts.length === 0) return [];
  const isOpen = question.kind === 'open';
  const strict = known.filter(
    (fact) => isAbout({ ...question, isDislike: fact.isDislike }, fact) && concepts.every((each) => fact.concepts.has(each)),
  );
  // Who wants a dog need not have one.
  const alike = states.test(about) ? strict.filter(({ isWish }) => isWish === question.isWish) : [];
  if (alike.length > 0) return alike.slice(0, mostForgotten);
  if (isUnsure && strict.length === 0) return [];
  const found = strict.length > 0 ? strict : answersTo({ ...question, kind: 'open' }, known).slice(0, 1);
  return (isOpen && question.need !== null ? answersTo(question, found) : found).slice(0, mostForgotten);
}
