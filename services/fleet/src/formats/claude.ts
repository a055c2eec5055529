import { membersOf } from '@agent-mem/contract';
import { contentText, jsonOf, listOf, textOf, timeOf } from './members.ts';
import { conversationOfList, type ListedMessage } from './message-list.ts';
import { type JsonFormat, leftOut } from './record.ts';

/** `conversations.json` of a Claude data export. Calls and answers of tools stand in one message's blocks. */
export const claude: JsonFormat = {
  meaning: 'conversations.json of a Claude data export',
  lists: ['conversations'],
  read(value, at) {
    const { uuid, name, created_at, chat_messages } = membersOf(value);
    if (!Array.isArray(chat_messages)) return [{ kind: 'skipped', reason: 'no conversation with chat_messages' }];
    const about = { sourceId: textOf(uuid), inFile: at, title: textOf(name), createdAt: timeOf(created_at) };
    const files = chat_messages.flatMap((each) => [...listOf(membersOf(each).attachments), ...listOf(membersOf(each).files)]);
    return [...conversationOfList(about, chat_messages.flatMap(messagesOf)), ...leftOut(files.length, 'attached file')];
  },
};

function messagesOf(value: unknown): readonly ListedMessage[] {
  const { sender, text, content, created_at } = membersOf(value);
  const blocks = listOf(content).map(membersOf);
  const timestamp = timeOf(created_at);
  const message: ListedMessage = {
    role: sender === 'assistant' ? 'assistant' : 'user',
    content: contentText(blocks.filter(({ type }) => type === 'text')) || (textOf(text) ?? ''),
    reasoning: blocks.flatMap(({ type, thinking }) => (type === 'thinking' ? (textOf(thinking) ?? []) : [])).join('\n') || null,
    timestamp,
    speaker: null,
    calls: blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({
        id: textOf(id),
        name: textOf(name) ?? 'unknown',
        arguments: jsonOf(input),
        result: null,
      })),
  };
  const answers = blocks.flatMap(({ type, tool_use_id, content: answer, is_error }): readonly ListedMessage[] => {
    const id = textOf(tool_use_id);
    if (type !== 'tool_result' || id === null) return [];
    const said = { role: 'tool', content: contentText(answer), reasoning: null, timestamp, speaker: null, calls: [] } as const;
    return [{ ...said, answers: { id, success: is_error !== true } }];
  });
  return [message, ...answers];
}
