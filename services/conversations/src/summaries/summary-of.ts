import type { Scope } from '@agent-mem/contract';
import type { Graph } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';

/**
 * What a conversation's messages come to, as text; `null`: nobody has summarised it. Every operation that shows a summary asks here,
 * so that all of them show the same one.
 */
export async function summaryOf(
  _context: { readonly graph: Pick<Graph, 'get' | 'neighbours'> },
  _scope: Scope,
  { summary }: Pick<Conversation, 'summary'>,
): Promise<string | null> {
  return summary;
}
