import { rest } from '../process/rest.ts';
import type { History } from './history.ts';
import type { ScopeFields } from './scopes.ts';

/** One write of a client, which it may repeat under the same key. */
export interface Write {
  /** What it is known by afterwards. */
  readonly text: string;
  /** Asks for it. Rejects when the fleet died under it. */
  ask(url: string): Promise<object>;
  /** Notes what the answer promises. */
  note(history: History, answer: object): void;
}

/** The write of a number: a fact, an appended message, an episode or an invocation, by `kind` from 0 to 1. Default: of the default scope. */
export function writeOf(number: number, kind: number, conversation: string, scope: ScopeFields = {}): Write {
  // What dies under it is asked again soon.
  const once = { idempotencyKey: `write-${number}`, timeoutMs: 15_000 };
  if (kind < 0.4) {
    const content = `Parcel ${number} lies on shelf ${number * 7}`;
    return written(
      content,
      (url) => rest(url, 'facts', 'store', { content, ...scope }, once),
      ({ facts }, { fact_id }) => facts.set(content, { id: fact_id }),
    );
  }
  if (kind < 0.6) {
    const content = `Line ${number} of the talk`;
    const request = { conversation_id: conversation, role: 'user', content, ...scope } as const;
    return written(
      content,
      (url) => rest(url, 'conversations', 'append_message', request, once),
      ({ messages }, { message_id, ordinal }) => messages.set(content, { conversation, id: message_id, ordinal }),
    );
  }
  if (kind < 0.75) {
    const goal = `Mend machine ${number}`;
    return written(
      goal,
      (url) => rest(url, 'episodes', 'store', { goal, steps: ['look', 'mend'], outcome: 'it runs', ...scope }, once),
      ({ episodes }, { episode_id }) => episodes.set(goal, { id: episode_id }),
    );
  }
  const question = `Remember that locker ${number} opens with code ${number * 13}`;
  return written(
    question,
    (url) => rest(url, 'agent', 'invoke', { question, conversation_id: conversation, ...scope }, once),
    ({ invocations }, { invocation_id }) => invocations.set(question, { conversation, id: invocation_id ?? '' }),
  );
}

function written<Answer extends object>(
  text: string,
  ask: (url: string) => Promise<Answer>,
  note: (history: History, answer: Answer) => unknown,
): Write {
  return { text, ask, note: (history, answer) => void note(history, answer as Answer) };
}
