import { contentText, jsonOf, listOf, membersOf, textOf, timeOf } from './members.ts';
import { conversationOfList, type ListedMessage } from './message-list.ts';
import { openaiMessage } from './openai.ts';
import type { JsonFormat } from './record.ts';

const roles: Readonly<Record<string, ListedMessage['role']>> = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' };

/** States and lists of LangGraph: messages with `type`, as `messages_to_dict` and as the server write them. */
export const langgraph: JsonFormat = {
  meaning: 'message lists and thread states of LangGraph',
  lists: [],
  isMessage: (value) => textOf(membersOf(value).type) !== null || textOf(membersOf(value).role) !== null,
  read(value, at) {
    const state = membersOf(value);
    const messages = membersOf(state.values).messages ?? state.messages;
    if (!Array.isArray(messages)) return [{ kind: 'skipped', reason: 'neither a message with type nor a state with messages' }];
    const about = { key: textOf(state.thread_id) ?? at, title: null, createdAt: timeOf(state.created_at) };
    return conversationOfList(about, messages.map(messageOf));
  },
};

function messageOf(value: unknown): ListedMessage {
  const outer = membersOf(value);
  const { type, content, name, tool_calls, tool_call_id, status } = { ...outer, ...membersOf(outer.data) };
  if (textOf(outer.type) === null) return openaiMessage(value);
  const answered = textOf(tool_call_id);
  return {
    role:
      roles[
        String(type)
          .replace(/MessageChunk$/, '')
          .toLowerCase()
      ] ?? 'user',
    content: contentText(content),
    reasoning:
      listOf(content)
        .flatMap((block) => textOf(membersOf(block).thinking) ?? [])
        .join('\n') || null,
    timestamp: null,
    speaker: textOf(name),
    calls: listOf(tool_calls)
      .map(membersOf)
      .map((call) => ({ id: textOf(call.id), name: textOf(call.name) ?? 'unknown', arguments: jsonOf(call.args), result: null })),
    ...(answered !== null && { answers: { id: answered, success: status !== 'error' } }),
  };
}
