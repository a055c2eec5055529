/** A text of so many characters takes milliseconds each time that it is read. */
const longCharacters = 8_192;

/** Resolves in a round of the event loop that begins with nothing else of this kind: work that waits beside it has the next rounds. */
export const ownTurn: () => Promise<void> = createTurns(setImmediate);

/** Gives up the turn before a long text is read once more; short ones are read at once. What is read, and in which order, stays the same. */
export async function turnFor(...texts: readonly (string | null | undefined)[]): Promise<void> {
  if (texts.some(isLong)) await ownTurn();
}

/** Work over a text in slices: what it answers is the same, whether it gives up its turn where it yields or not. */
export type Sliced<Result> = Generator<undefined, Result, undefined>;

/** The end of a slice, where one of these texts is long. */
export function* sliceEnd(...texts: readonly (string | null | undefined)[]): Sliced<void> {
  if (texts.some(isLong)) yield;
}

/** Does the work in one turn. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work slice by slice, each in a turn of its own. */
export async function inTurns<Result>(work: Sliced<Result>, turn: () => Promise<void> = ownTurn): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await turn();
  }
}

/** Whether a text is so long that it is read in a turn of its own. */
export function isLong(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && text.length >= longCharacters;
}

/** One turn a round: `nextRound` calls what it is given in the next round of the event loop. Immediates that wait together would share one. */
export function createTurns(nextRound: (goOn: () => void) => unknown): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isAwaited = false;
  const goOn = () => {
    isAwaited = false;
    waiting.shift()?.();
    if (waiting.length > 0) awaitRound();
  };
  const awaitRound = () => {
    if (isAwaited) return;
    isAwaited = true;
    nextRound(goOn);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      awaitRound();
    });
}
