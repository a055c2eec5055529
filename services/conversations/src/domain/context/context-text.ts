import type { Init, Message } from '@agent-mem/contract';

/** What of a message stands in a context. */
export type ContextMessage = Pick<Init<Message>, 'role' | 'content' | 'reasoning' | 'tool_calls'>;

/** A context for a prompt, as the conversational memory of RagForge writes it. A section without content is left out. */
export function contextText(
  summary: string | null,
  relevant: readonly ContextMessage[],
  recent: readonly ContextMessage[],
): string {
  return [
    summary ? `## Conversation Summary\n${summary}` : '',
    sectionOf('Relevant Messages', relevant),
    sectionOf('Recent Messages', recent),
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}

/** One message with what was thought and which tools were used. */
export function messageText({ role, content, reasoning, tool_calls }: ContextMessage): string {
  const names = (tool_calls ?? []).flatMap(({ tool_name }) => tool_name ?? []);
  return [
    `**${role}**: ${content}`,
    ...(reasoning ? [`*Reasoning*: ${reasoning}`] : []),
    ...(names.length > 0 ? [`*Tools used*: ${names.join(', ')}`] : []),
  ].join('\n');
}

function sectionOf(title: string, messages: readonly ContextMessage[]): string {
  return messages.length === 0 ? '' : [`## ${title}`, ...messages.map(messageText)].join('\n');
}
