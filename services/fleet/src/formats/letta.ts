import { membersOf, parsedJson } from '@agent-mem/contract';
import { contentText, jsonOf, listOf, type Members, textOf, timeOf } from './members.ts';
import { conversationOfList, type ListedMessage } from './message-list.ts';
import { type JsonFormat, leftOut } from './record.ts';

/** What `agents.messages.list` of Letta answers: one message for each step, known by `message_type`. */
export const letta: JsonFormat = {
  meaning: 'message lists of Letta',
  lists: [],
  isMessage: (value) => textOf(membersOf(value).message_type) !== null,
  read(value, at) {
    const { messages, id, agent_id } = membersOf(value);
    if (!Array.isArray(messages)) return [{ kind: 'skipped', reason: 'neither a message with message_type nor messages' }];
    const about = { sourceId: textOf(id), inFile: textOf(agent_id) ?? at, title: null, createdAt: null };
    const read = messages.map(messageOf);
    const taken = read.flatMap((each) => each ?? []);
    const others = read.filter((each) => each === null).length;
    return [...conversationOfList(about, taken), ...leftOut(others, 'message', ' of other types')];
  },
};

/** `null`: of a type that is not taken. */
function messageOf(value: unknown): readonly ListedMessage[] | null {
  const members = membersOf(value);
  const { message_type, content, reasoning, date, name } = members;
  const said = { content: contentText(content), reasoning: null, timestamp: timeOf(date), speaker: textOf(name), calls: [] };
  switch (message_type) {
    case 'user_message':
      return [{ ...said, ...packed(said.content) }];
    case 'system_message':
      return [{ ...said, role: 'system' }];
    case 'assistant_message':
      return [{ ...said, role: 'assistant' }];
    case 'reasoning_message':
      return [{ ...said, role: 'assistant', reasoning: textOf(reasoning) }];
    case 'tool_call_message':
      return [{ ...said, role: 'assistant', speaker: null, calls: eachOf(members.tool_calls, members.tool_call).map(callOf) }];
    case 'tool_return_message':
      return eachOf(members.tool_returns, members).map(({ tool_return, tool_call_id, status }): ListedMessage => {
        const answers = { id: textOf(tool_call_id) ?? '', success: status !== 'error' };
        return { ...said, role: 'tool', content: contentText(tool_return), answers };
      });
    default:
      return null;
  }
}

/** Several of them, as later versions write them, or the only one. */
function eachOf(several: unknown, only: unknown): readonly Members[] {
  const listed = listOf(several).map(membersOf);
  return listed.length > 0 ? listed : [membersOf(Array.isArray(several) ? only : (several ?? only))];
}

function callOf({ name, arguments: given, tool_call_id: id }: Members): ListedMessage['calls'][number] {
  return { id: textOf(id), name: textOf(name) ?? 'unknown', arguments: jsonOf(given), result: null };
}

/** The server packs a user's words, and what it says itself in the user's place, into JSON. */
function packed(content: string): Pick<ListedMessage, 'role' | 'content'> {
  const { type, message } = membersOf(parsedJson(content));
  const text = textOf(type) === null ? null : textOf(message);
  return text === null ? { role: 'user', content } : { role: type === 'user_message' ? 'user' : 'system', content: text };
}
