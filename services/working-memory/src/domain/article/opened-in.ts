import { type InvocationCompleted, membersOf, parsedJson, referencedKey } from '@agent-mem/contract';

/** What an invocation opened. */
export interface Opened {
  /** The words by which its steps named details. */
  readonly keys: readonly string[];
  /** Messages that memory showed it. */
  readonly messageIds: readonly string[];
}

/** The details that the steps of an invocation opened, and the messages that were put into its context, each once. */
export function openedIn({ steps, injected_ids }: Pick<InvocationCompleted, 'steps' | 'injected_ids'>): Opened {
  const keys = steps.flatMap(({ action, success, arguments: given }) =>
    action === 'retrieve_memory' && success ? keyIn(given) : [],
  );
  return { keys: [...new Set(keys)], messageIds: [...new Set(injected_ids.filter((id) => id.startsWith('msg_')))] };
}

/** Steps hold their arguments as JSON, cut where they are long. */
function keyIn(given: string): readonly string[] {
  const { memory_key } = membersOf(parsedJson(given));
  return typeof memory_key === 'string' && memory_key !== '' ? [referencedKey(memory_key)] : [];
}
