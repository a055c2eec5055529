/** The program was used wrongly: a word, flag or variable it cannot take. Its message is one sentence for the person who started it. */
export class UsedWrongly extends Error {
  override readonly name = 'UsedWrongly';
}

/** The start failed for a reason outside, which its message says in one sentence. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed';
}
