import type { Message } from './generated/messages.ts';
import type { Init } from './init.ts';

/** The metadata of an answer of which the end was never written: its caller or its model left. Nobody quotes it or learns from it. */
export const cutAnswer = Object.freeze({ cut: 'true' });

/** Whether a message is the beginning of such an answer. Metadata of the same name in what a client appends means what the client means. */
export function isCutAnswer({ role, metadata }: Pick<Init<Message>, 'role' | 'metadata'>): boolean {
  return role === 'assistant' && metadata?.cut === cutAnswer.cut && metadata.invocation_id !== undefined;
}
