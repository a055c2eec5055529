import { contentText, jsonOf, membersOf, textOf, timeOf } from './members.ts';
import { conversationOfList, type ListedMessage } from './message-list.ts';
import type { JsonFormat } from './record.ts';

/** What `agents.messages.list` of Letta answers: one message for each step, known by `message_type`. */
export const letta: JsonFormat = {
  meaning: 'message lists of Letta',
  lists: [],
  isMessage: (value) => textOf(membersOf(value).message_type) !== null,
  read(value, at) {
    const { messages, id, agent_id } = membersOf(value);
    if (!Array.isArray(messages)) return [{ kind: 'skipped', reason: 'neither a message with message_type nor messages' }];
    return conversationOfList(
      { key: textOf(id) ?? textOf(agent_id) ?? at, title: null, createdAt: null },
      messages.flatMap(messageOf),
    );
  },
};

function messageOf(value: unknown): readonly ListedMessage[] {
  const { message_type, content, reasoning, tool_call, tool_return, tool_call_id, status, date, name } = membersOf(value);
  const said = { content: contentText(content), reasoning: null, timestamp: timeOf(date), speaker: textOf(name), calls: [] };
  switch (message_type) {
    case 'user_message':
      return [{ ...said, role: 'user' }];
    case 'system_message':
      return [{ ...said, role: 'system' }];
    case 'assistant_message':
      return [{ ...said, role: 'assistant' }];
    case 'reasoning_message':
      return [{ ...said, role: 'assistant', reasoning: textOf(reasoning) }];
    case 'tool_call_message': {
      const { name: tool, arguments: given, tool_call_id: id } = membersOf(tool_call);
      const call = { id: textOf(id), name: textOf(tool) ?? 'unknown', arguments: jsonOf(given), result: null };
      return [{ ...said, role: 'assistant', speaker: null, calls: [call] }];
    }
    case 'tool_return_message': {
      const answers = { id: textOf(tool_call_id) ?? '', success: status !== 'error' };
      return [{ ...said, role: 'tool', content: contentText(tool_return), answers }];
    }
    default:
      return [{ ...said, role: 'user', content: '' }];
  }
}
