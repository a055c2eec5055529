/** What is measured: a bus of ours, or the least that can do the same. Each resolves when its end is reached. */
export interface Subject extends AsyncDisposable {
  /** A request and its reply, over topics that are not persistent. */
  ask(): Promise<unknown>;
  /** A message until it is on disk, with a subscription that keeps it. */
  store(): Promise<unknown>;
  /** A message on a persistent topic until its consumer has it; it is acknowledged then. */
  deliver(): Promise<unknown>;
}

/** About what a request of a few words weighs: its JSON is some 300 bytes. */
export const question = 'Which of the two restaurants by the harbour did we like? '.repeat(4);
