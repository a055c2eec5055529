/** A piece of a thought. */
interface ThoughtPiece {
  readonly text: string;
  readonly isLast: boolean;
}

/** Holds each piece of a thought back until the next one comes: so the last one has text, as clients of TrustGraph know it. */
export function thoughtPieces(): (text: string, isComplete: boolean) => readonly ThoughtPiece[] {
  let held = '';
  return (text, isComplete) => {
    const before = held;
    held = isComplete ? '' : text;
    if (!isComplete) return before === '' ? [] : [{ text: before, isLast: false }];
    if (before === '' || text === '') return [{ text: before + text, isLast: true }];
    return [
      { text: before, isLast: false },
      { text, isLast: true },
    ];
  };
}
