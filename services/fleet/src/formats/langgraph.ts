import { membersOf } from '@agent-mem/contract';
import { contentText, jsonOf, listOf, type Members, textOf, timeOf } from './members.ts';
import { conversationOfList, type ListedMessage } from './message-list.ts';
import { openaiMessage } from './openai.ts';
import type { JsonFormat } from './record.ts';

const roles: Readonly<Record<string, ListedMessage['role']>> = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' };

/** States, checkpoints and lists of LangGraph: messages with `type`, as `messages_to_dict` and the server write them, or as LangChain serialises them. */
export const langgraph: JsonFormat = {
  meaning: 'message lists and thread states of LangGraph',
  lists: [],
  isMessage: (value) => textOf(membersOf(value).type) !== null || textOf(membersOf(value).role) !== null,
  read(value, at) {
    const state = membersOf(value);
    const channels = membersOf(state.channel_values ?? membersOf(state.checkpoint).channel_values);
    const messages = membersOf(state.values).messages ?? channels.messages ?? state.messages;
    if (!Array.isArray(messages)) return [{ kind: 'skipped', reason: 'neither a message with type nor a state with messages' }];
    const thread = textOf(state.thread_id ?? membersOf(membersOf(state.config).configurable).thread_id);
    const about = { sourceId: thread, inFile: at, title: null, createdAt: timeOf(state.created_at) };
    return conversationOfList(about, messages.map(messageOf));
  },
};

function messageOf(value: unknown): ListedMessage {
  const outer = plainOf(membersOf(value));
  const { type, content, name, tool_calls, tool_call_id, status } = { ...outer, ...membersOf(outer.data) };
  if (textOf(outer.type) === null) return openaiMessage(value);
  const answered = textOf(tool_call_id);
  return {
    role:
      roles[
        String(type)
          .replace(/Message(?:Chunk)?$/, '')
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

/** Of a serialised message its arguments, and the name of its class as its type. */
function plainOf(message: Members): Members {
  return message.type === 'constructor' ? { ...membersOf(message.kwargs), type: listOf(message.id).at(-1) } : message;
}
