import { inTurns } from '@agent-mem/runtime';
import type { EventContext, MessageSinceLastEnd } from '@agent-mem/service-kit';
import { believedFacts } from '../believed-facts.ts';
import type { Config } from '../config.ts';
import type { SaidStatement } from '../domain/extraction/conversation-statements.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { correctionOf, mayPutRight } from '../domain/message/correcting.ts';
import type { UnreadMessages } from './unread-messages.ts';

/** What messages put right of what was believed before them, by rules: "No, Bosch", after "I work for Siemens". */
export async function correctedStatements(
  { conversationId, messages, before }: UnreadMessages,
  context: EventContext<Config>,
): Promise<readonly SaidStatement[]> {
  const said = before.filter(({ role }) => role === 'user').map(({ content }) => content);
  const statements: SaidStatement[] = [];
  for (const message of messages) {
    statements.push(...(await correctedBy(message, said.at(-1) ?? null, conversationId, context)));
    said.push(message.content);
  }
  return statements;
}

async function correctedBy(
  message: MessageSinceLastEnd,
  before: string | null,
  conversationId: string,
  context: EventContext<Config>,
): Promise<readonly SaidStatement[]> {
  const { content, timestamp } = message;
  if (!mayPutRight(content)) return [];
  const nodes = await believedFacts({ ...context, timeLeftMs: (atMost) => atMost }, content, conversationId);
  const right = await inTurns(correctionOf(content, { before, at: Date.parse(timestamp) }, nodes.map(readFact)));
  return right ? [{ text: right.content, message, replaces: right.fact.id }] : [];
}
