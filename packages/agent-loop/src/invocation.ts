import { createHash } from 'node:crypto';

/** One question on its way to an answer. */
export interface Invocation {
  readonly invocationId: string;
  readonly conversationId: string;
  /** The conversation began with this invocation: there is nothing in it yet. */
  readonly isNewConversation: boolean;
  /** The caller's id of the request. */
  readonly requestId: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** The id of an invocation's receipt. */
export function receiptIdOf({ invocationId }: Invocation): string {
  return invocationId.replace(/^inv_/, 'rcpt_');
}

/** The ids of the messages of its question and its answer: the same however often they are made, with the time of the invocation's id, in this order. */
export function messageIdsOf({ invocationId }: Pick<Invocation, 'invocationId'>): {
  readonly question: string;
  readonly answer: string;
} {
  const time = invocationId.replace(/^inv_/, '').slice(0, 13);
  const hash = createHash('sha256').update(invocationId).digest('hex');
  const shared = `msg_${time}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 17)}`;
  return { question: `${shared}0`, answer: `${shared}1` };
}
