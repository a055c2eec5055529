import { OperationError } from '@agent-mem/contract';

/** The journal cannot be had for now; its error is the cause. */
export class JournalAway extends Error {}

/** Answers what the journal answers. Rejects with `JournalAway` where it cannot be had for now. */
export async function byJournal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw OperationError.from(cause).retryable ? new JournalAway('The journal cannot be had', { cause }) : cause;
  }
}
