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
