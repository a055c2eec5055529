import { type Sliced, sliceEnd } from '@agent-mem/runtime';
import { type AskedInEnglish, askedInEnglish } from '../languages/asked-in-english.ts';
import { inEnglish } from '../languages/in-english.ts';
import { answersTo, isAbout } from '../question/answers.ts';
import { conceptsOf } from '../question/concepts.ts';
import { aliasesOf, type KnownFact, knownFact } from '../question/known-fact.ts';
import { isQuestion, readQuestion } from '../question/question.ts';
import { yesOrNo } from '../question/yes-or-no.ts';
import { asksAboutUser } from './about-user.ts';
import { answered, factsAbout, type Interpretation, meant, type OtherMessage, said } from './answering.ts';
import { type Correction, corrected, correctionIn, replaces, takesBack } from './correction.ts';
import { extractingFacts } from './extract-facts.ts';
import { forgetRequest } from './forget-request.ts';
import { knownNames } from './known-names.ts';
import { partToForget } from './part-to-forget.ts';
import { questionBehind, statedAndAsked } from './question-behind.ts';
import { type UpdatedFact, updatedFact } from './updates/updated-fact.ts';

type Known = Pick<KnownFact, 'id' | 'content' | 'timestamp'>;

/** Facts that one request may take away. */
const mostForgotten = 20;

/** In characters. A longer text is pasted: the patterns of questions and of what answers them are not made for it. */
const longestSaid = 2_000;

/** Interprets a message that is said at a time (milliseconds since 1970). `believed`: newest first; `before`: what the user wrote before. */
export function* interpreting(
  message: string,
  before: string | null,
  believed: readonly Known[],
  at: number,
): Sliced<Interpretation> {
  const { text: asked, yes, no } = askedIn(message);
  const previous = before === null ? null : askedIn(before).text;
  const facts = believed
    .filter(({ content }) => content.length <= longestSaid)
    .map((fact) => ({ ...fact, english: inEnglish(fact.content) }));
  const contents = facts.map(({ content }) => content);
  const aliases = aliasesOf(facts.map(({ english }) => english));
  const known: KnownFact[] = [];
  for (const fact of facts) {
    known.push(knownFact(fact, aliases));
    yield* sliceEnd(fact.content);
  }
  const names = knownNames(contents);
  yield* sliceEnd(message, previous, ...contents);

  const request = forgetRequest(asked);
  if (request) {
    const { about } = request;
    const unwanted = yield* toForget(about, { before, at, names }, known);
    const parts = about === '' ? [] : unwanted.flatMap((fact) => partToForget(about, fact) ?? []);
    const stays = parts.length === 0 ? {} : { answer: said(parts.map(({ remaining }) => remaining)) };
    return { ...meant('forget', unwanted), content: about, parts, ...stays };
  }
  const correction = correctionIn(asked);
  const last = correction?.wrong === null || takesBack(asked) ? yield* lastSaid({ before, at, names }, known) : [];
  const right = correction && toCorrect(correction, last, known);
  if (right) return correctionOf(right.fact, right.content);
  const updated = updatedFact(asked, known, last);
  if (updated) return correctionOf(updated.fact, updated.content);
  yield* sliceEnd(message);
  const behind = questionBehind(asked);
  if (behind) {
    const statements = yield* extractingFacts({ message: behind.stated, at, names });
    if (statements.length > 0) return yield* statedAndAsked(statements, behind, known);
  }
  const statements = yield* extractingFacts({ message, at, names });
  yield* sliceEnd(message);
  const again = takesBack(asked) ? statedAgain(statements, known) : null;
  if (again) return correctionOf(again.fact, again.content);
  if (statements.length > 0 && (!asked.includes('?') || !isQuestion(asked))) return { act: 'statement', statements, content: '' };
  const about = asksAboutUser(asked);
  if (about !== null) return meant('question', factsAbout(about, known));
  if (!isQuestion(asked)) return { act: 'none', factIds: [], content: '', answer: '' };

  yield* sliceEnd(message, previous);
  const question = readQuestion(asked, previous);
  yield* sliceEnd(message, previous);
  return answered(question, known, { yes, no });
}

/** What a message asks; of one that was pasted, what its last line does. Nothing: that is long too. */
function askedIn(message: string): AskedInEnglish {
  const text = message.trim().replace(/[？؟]/g, '?');
  const own = text.length <= longestSaid ? text : text.slice(text.lastIndexOf('\n') + 1);
  return askedInEnglish(own.length <= longestSaid ? own : '');
}

function correctionOf({ id }: Known, content: string): OtherMessage {
  return { act: 'correction', factIds: [id], content, answer: said([content]) };
}

function* toForget(about: string, last: Last, known: readonly KnownFact[]): Sliced<readonly KnownFact[]> {
  if (about === '') return (yield* lastSaid(last, known)).slice(0, mostForgotten);
  if (/^(?:me|myself)$/i.test(about)) return known.slice(0, mostForgotten);
  const question = readQuestion(about, null);
  const concepts = [...question.concepts, ...question.wanted];
  if (concepts.length === 0) return [];
  const isOpen = question.kind === 'open';
  const strict = known.filter(
    (fact) => isAbout({ ...question, isDislike: fact.isDislike }, fact) && concepts.every((each) => fact.concepts.has(each)),
  );
  const found = strict.length > 0 ? strict : answersTo({ ...question, kind: 'open' }, known).slice(0, 1);
  return (isOpen && question.need !== null ? answersTo(question, found) : found).slice(0, mostForgotten);
}

function toCorrect(correction: Correction, last: readonly KnownFact[], known: readonly KnownFact[]): UpdatedFact | null {
  const about = conceptsOf(correction.about);
  const among = correction.wrong === null ? last.slice(0, 1) : known;
  for (const fact of among) {
    const content = about.every((each) => fact.concepts.has(each)) ? corrected(fact.content, correction) : null;
    if (content !== null && content !== fact.content) return { fact, content };
  }
  return null;
}

/** "No, my cat is called Pixie": of the same thing another value, from somebody who takes something back. */
function statedAgain(statements: readonly string[], known: readonly KnownFact[]) {
  const [content] = statements;
  const fact = known.find((each) => statements.length === 1 && content !== undefined && replaces(content, each.content));
  return fact && content !== undefined ? { fact, content } : null;
}

/** What the user wrote before, as of the time of the message that follows, and whom they have spoken of. */
interface Last {
  readonly before: string | null;
  readonly at: number;
  readonly names: ReadonlySet<string>;
}

/** The facts that the user's last message stated or asked for. */
function* lastSaid({ before, at, names }: Last, known: readonly KnownFact[]): Sliced<readonly KnownFact[]> {
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
