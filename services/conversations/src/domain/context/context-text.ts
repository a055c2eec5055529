import { type Init, type InvocationSummary, isCutAnswer, type Message } from '@agent-mem/contract';
import { sessionHeading } from '@agent-mem/recall/ranking';

/** What of a message stands in a context. */
export type ContextMessage = Pick<
  Init<Message>,
  'role' | 'content' | 'reasoning' | 'tool_calls' | 'conversation_id' | 'timestamp' | 'metadata'
>;

/** What stands in a context, each part in its order. */
export interface ContextParts {
  readonly summary: string | null;
  readonly turns?: readonly Init<InvocationSummary>[];
  readonly relevant: readonly ContextMessage[];
  readonly recent: readonly ContextMessage[];
  /** Of other conversations, those of one session together, with the session's key. */
  readonly others?: readonly { readonly message: ContextMessage; readonly session: string }[];
}

/** A context for a prompt, as the conversational memory of RagForge writes it. A section without content is left out. */
export function contextText({ summary, turns = [], relevant, recent, others = [] }: ContextParts): string {
  return [
    summary ? `## Conversation Summary\n${summary}` : '',
    sectionOf('Earlier Turns', turns.map(turnText)),
    sectionOf('Relevant Messages', relevant.map(messageText)),
    sectionOf('Recent Messages', recent.map(messageText)),
    sectionOf('Other Conversations', othersOf(others)),
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}

/** One message with what was thought and which tools were used; a part of an answer says that it is one. */
export function messageText({ role, content, reasoning, tool_calls, metadata }: ContextMessage): string {
  const names = (tool_calls ?? []).flatMap(({ tool_name }) => tool_name ?? []);
  return [
    `**${role}**: ${content}`,
    ...(reasoning ? [`*Reasoning*: ${reasoning}`] : []),
    ...(names.length > 0 ? [`*Tools used*: ${names.join(', ')}`] : []),
    ...(isCutAnswer({ role, metadata }) ? ['*Not finished*'] : []),
  ].join('\n');
}

/** What one invocation came to. */
export function turnText({ query, summary, result }: Init<InvocationSummary>): string {
  return [query, summary, result].filter((part) => part).join(' → ');
}

/** When and where stands once above the messages of a session. */
function othersOf(others: NonNullable<ContextParts['others']>): readonly string[] {
  return others.flatMap(({ message, session }, index) => {
    const isFirst = others[index - 1]?.session !== session;
    const { conversation_id: conversationId = null, timestamp = '' } = message;
    return [...(isFirst ? [sessionHeading({ conversationId, timestamp: timestamp ?? '' })] : []), messageText(message)];
  });
}

function sectionOf(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`## ${title}`, '', ...lines].join('\n');
}
