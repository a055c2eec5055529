import type { Episode } from '@agent-mem/contract';

/** A text of another tier than facts, by what it may hold of facts. */
export interface RememberedText {
  readonly texts: readonly string[];
  /** The invocation it is of; `null`: of none. */
  readonly invocationId: string | null;
  /** The message that says it; `null`: none does. */
  readonly messageId: string | null;
  /** When it was said (ISO 8601). */
  readonly at: string;
  /** It is of the conversation that is shown: who takes part in that has it before them. */
  readonly isOwn: boolean;
}

/** What an episode says. */
export function textOfEpisode({ goal, steps, outcome, lessons, invocation_id, timestamp }: Episode): RememberedText {
  const texts = [goal, ...steps, outcome, lessons];
  return { texts, invocationId: invocation_id || null, messageId: null, at: timestamp, isOwn: false };
}
