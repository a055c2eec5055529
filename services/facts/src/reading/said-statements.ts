import { isByRules } from '@agent-mem/llm';
import { askForJson, type EventContext, type MessageSinceLastEnd } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { type SaidStatement, saidStatementsAnswer } from '../domain/extraction/conversation-statements.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { messageFacts } from '../domain/message/message-facts.ts';
import type { UnreadMessages } from './unread-messages.ts';

/** Longest part of a message that the model sees, in characters. */
const longestMessage = 4_000;
/** Facts of the conversation that the model sees. */
const maxExistingFacts = 50;

/** What a user said in some messages that is worth storing, by the model; by rules, where there is no model or its answers cannot be used. */
export async function saidStatements(
  { conversationId, messages, before }: UnreadMessages,
  context: EventContext<Config>,
): Promise<readonly SaidStatement[]> {
  const known = await knownFrom(conversationId, context);
  if (!isByRules(context.chatModel)) {
    const numbered = messages.map(({ content }, index) => ({ number: index + 1, content: shortened(content) }));
    const earlier = before.map(({ role, content }) => ({ role, content: shortened(content) }));
    const variables = { messages: numbered, before: earlier, known };
    const said = await askForJson(context, 'conversation-facts', variables, saidStatementsAnswer(messages));
    if (said) return said;
  }
  return messageFacts(messages, known);
}

/** What is believed of what this user said in the conversation. The same from an agent is left out: the user's own words may confirm it. */
async function knownFrom(conversationId: string, { graph, scope }: EventContext<Config>): Promise<readonly string[]> {
  const query = { kinds: ['Fact'], conversationId, order: 'createdAt', descending: true, limit: maxExistingFacts } as const;
  const { items } = await graph.find(scope, query);
  return items
    .map(readFact)
    .filter(({ trust }) => trust === 'user')
    .map(({ content }) => content);
}

function shortened(content: MessageSinceLastEnd['content']): string {
  return content.slice(0, longestMessage).toWellFormed();
}
