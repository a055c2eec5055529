import { membersOf } from '@agent-mem/contract';
import { contentText, jsonOf, listOf, textOf, timeOf } from './members.ts';
import { conversationOfList, type ListedMessage } from './message-list.ts';
import { type JsonFormat, leftOut } from './record.ts';

/** Chat-completion requests: `{"messages": […]}`, a list of those, one a line, or one list of messages. */
export const openai: JsonFormat = {
  meaning: 'OpenAI chat-completion lists, JSON or JSON lines',
  lists: [],
  isMessage: (value) => textOf(membersOf(value).role) !== null,
  read(value, at) {
    const { messages, id, title, created_at, created } = membersOf(value);
    if (!Array.isArray(messages)) return [{ kind: 'skipped', reason: 'neither a message with role nor an object with messages' }];
    const about = { sourceId: null, inFile: textOf(id) ?? at, title: textOf(title), createdAt: timeOf(created_at ?? created) };
    // Nobody knows who says them: they must not become the user's words.
    const taken = messages.filter((each) => Object.hasOwn(roles, String(membersOf(each).role)));
    const others = leftOut(messages.length - taken.length, 'message', ' of other roles');
    return [...conversationOfList(about, taken.map(openaiMessage)), ...others];
  },
};

const roles: Readonly<Record<string, ListedMessage['role']>> = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
};

/** One message of a chat completion. */
export function openaiMessage(value: unknown): ListedMessage {
  const { role, content, refusal, name, tool_calls, tool_call_id, reasoning_content, timestamp, created_at } = membersOf(value);
  const answered = textOf(tool_call_id);
  return {
    role: roles[String(role)] ?? 'user',
    content: contentText(content) || (textOf(refusal) ?? ''),
    reasoning: textOf(reasoning_content),
    timestamp: timeOf(timestamp ?? created_at),
    speaker: textOf(name),
    calls: listOf(tool_calls).map((call) => {
      const { id, function: made } = membersOf(call);
      const { name: tool, arguments: given } = membersOf(made);
      return { id: textOf(id), name: textOf(tool) ?? 'unknown', arguments: jsonOf(given), result: null };
    }),
    ...(answered !== null && { answers: { id: answered, success: true } }),
  };
}
