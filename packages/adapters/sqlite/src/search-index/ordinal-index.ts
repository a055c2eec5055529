interface Row {
  readonly ordinals: number[];
  readonly numbers: number[];
}

/** Which documents stand at a place of a conversation: for each conversation its documents in order of ordinal. */
export class OrdinalIndex {
  /** By the conversation's code. */
  readonly #rows = new Map<number, Row>();

  /** Without a conversation (0) or an ordinal a document stands nowhere. */
  add(number: number, conversation: number, ordinal: number | null): void {
    if (conversation === 0 || ordinal === null) return;
    const row = this.#rows.get(conversation) ?? { ordinals: [], numbers: [] };
    this.#rows.set(conversation, row);
    // Nearly always the last: then nothing moves.
    const at = firstAt(row.ordinals, ordinal);
    row.ordinals.splice(at, 0, ordinal);
    row.numbers.splice(at, 0, number);
  }

  remove(number: number, conversation: number, ordinal: number): void {
    const row = this.#rows.get(conversation);
    if (!row) return;
    for (let at = firstAt(row.ordinals, ordinal); row.ordinals[at] === ordinal; at += 1) {
      if (row.numbers[at] !== number) continue;
      row.ordinals.splice(at, 1);
      row.numbers.splice(at, 1);
      if (row.numbers.length === 0) this.#rows.delete(conversation);
      return;
    }
  }

  at(conversation: number, ordinal: number): readonly number[] {
    const row = this.#rows.get(conversation);
    if (!row) return [];
    const from = firstAt(row.ordinals, ordinal);
    let to = from;
    while (row.ordinals[to] === ordinal) to += 1;
    return row.numbers.slice(from, to);
  }
}

/** The first place whose ordinal is not smaller. */
function firstAt(ordinals: readonly number[], ordinal: number): number {
  if (ordinal > (ordinals.at(-1) ?? Number.NEGATIVE_INFINITY)) return ordinals.length;
  let [from, to] = [0, ordinals.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ordinals[middle] as number) < ordinal) from = middle + 1;
    else to = middle;
  }
  return from;
}
