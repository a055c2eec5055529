import type { Sliced } from '@agent-mem/runtime';
import { conceptsOf } from '../question/concepts.ts';
import type { KnownFact } from '../question/known-fact.ts';
import { type Correction, corrected, correctionIn, replaces, speaksOfLast, takesBack } from './correction.ts';
import { extractingFacts } from './extract-facts.ts';
import { forgetRequest } from './forget-request.ts';
import { knownNames } from './known-names.ts';
import { askedIn, type Believed, knowing, type Last, lastSaid } from './last-said.ts';
import { mayUpdate, type UpdatedFact, updatedFact } from './updates/updated-fact.ts';
import { withWhom } from './whom.ts';

/** The fact that a message says otherwise, by rules, and what is right; `null`: it says so of none. `asked`: the message in English. */
export function* correcting(asked: string, said: Last, known: readonly KnownFact[]): Sliced<UpdatedFact | null> {
  const correction = correctionIn(asked);
  const last = correction?.wrong === null || takesBack(asked) || speaksOfLast(asked) ? yield* lastSaid(said, known) : [];
  const right = correction && toCorrect(correction, last, known);
  return right ?? updatedFact(asked, known, last);
}

/** "No, my cat is called Pixie": of the same thing another value, from somebody who takes something back. */
export function statedAgain(asked: string, statements: readonly string[], known: readonly KnownFact[]): UpdatedFact | null {
  const [content] = statements;
  if (statements.length !== 1 || content === undefined || !takesBack(asked)) return null;
  const fact = known.find((each) => replaces(content, each.content));
  return fact ? { fact, content } : null;
}

/** Whether `correctionOf` may find something in a message, whatever is believed: most messages only ask, or say something new. */
export function mayPutRight(message: string): boolean {
  const { text: asked } = askedIn(message);
  if (asked === '' || forgetRequest(asked)) return false;
  return correctionIn(asked) !== null || takesBack(asked) || mayUpdate(asked);
}

/** What a message that its user only says, and asks no agent, puts right of what is believed: as `interpreting` reads it. Ask `mayPutRight` first. */
export function* correctionOf(
  written: string,
  { before, at }: Pick<Last, 'before' | 'at'>,
  believed: readonly Believed[],
): Sliced<UpdatedFact | null> {
  const known = yield* knowing(believed);
  const contents = known.map(({ content }) => content);
  const names = knownNames(contents);
  const message = withWhom(written, before, contents);
  const { text: asked } = askedIn(message);
  const updated = yield* correcting(asked, { before, at, names }, known);
  if (updated || !takesBack(asked)) return updated;
  return statedAgain(asked, yield* extractingFacts({ message, at, names }), known);
}

function toCorrect(correction: Correction, last: readonly KnownFact[], known: readonly KnownFact[]): UpdatedFact | null {
  const about = conceptsOf(correction.about);
  const among = correction.wrong === null ? last.slice(0, 1) : known;
  for (const fact of among) {
    // What is not so is not put right by what is.
    if (fact.isDenied) continue;
    const content = about.every((each) => fact.concepts.has(each)) ? corrected(fact.content, correction) : null;
    if (content !== null && content !== fact.content) return { fact, content };
  }
  return null;
}
