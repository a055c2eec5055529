import type { Init, InvocationSummary } from '@agent-mem/contract';
import { excerptOf } from '@agent-mem/recall/excerpt';
import { countTokens } from '@agent-mem/recall/ranking';
import { storedInvocation } from '@agent-mem/service-kit';
import { turnText } from '../domain/context/context-text.ts';
import type { Conversation } from '../domain/conversation.ts';
import { invocationMessage } from '../domain/invocation.ts';
import type { Context } from '../handler.ts';
import { invocationsOf } from '../invocations/invocations-of.ts';

/** What an invocation came to, and what it takes in the context. */
export interface EarlierTurn {
  readonly id: string;
  readonly turn: Init<InvocationSummary>;
  readonly tokens: number;
}

/** Most invocations looked at, the newest. */
const most = 100;
const pageSize = 20;
/** Most tokens of a question, of what was done, and of a result: an outline is wanted, the messages have the rest. */
const longestPart = 60;

/** What a conversation's invocations came to whose messages are not all shown, oldest first: the newest that fit. */
export async function earlierTurns(
  conversation: Conversation,
  shownIds: ReadonlySet<string>,
  maxTokens: number,
  context: Pick<Context, 'graph' | 'scope'>,
): Promise<readonly EarlierTurn[]> {
  const turns: EarlierTurn[] = [];
  let [looked, left] = [0, maxTokens];
  if (conversation.invocation_count === 0) return turns;
  for await (const nodes of invocationsOf(conversation, { descending: true, limit: pageSize }, context)) {
    for (const node of nodes) {
      const ids = storedInvocation.read(node.properties).message_ids ?? [];
      if (ids.length > 0 && ids.every((id) => shownIds.has(id))) continue;
      const turn = outlined(invocationMessage(node));
      const tokens = countTokens(turnText(turn)) + 1;
      if (tokens > left) return turns.toReversed();
      left -= tokens;
      turns.push({ id: node.id, turn, tokens });
    }
    looked += nodes.length;
    if (looked >= most) break;
  }
  return turns.toReversed();
}

function outlined({ query, summary, result, ...rest }: Init<InvocationSummary>): Init<InvocationSummary> {
  const part = (text: string | null | undefined) => excerptOf(text ?? '', longestPart);
  return { ...rest, query: part(query), summary: part(summary), result: part(result) };
}
