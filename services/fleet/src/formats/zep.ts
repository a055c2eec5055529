import { membersOf } from '@agent-mem/contract';
import { textOf, timeOf } from './members.ts';
import { conversationOfList } from './message-list.ts';
import { openaiMessage } from './openai.ts';
import type { JsonFormat } from './record.ts';

/** Sessions with messages, and edges of a user's graph, whose `fact` held from `valid_at` to `invalid_at`. */
export const zep: JsonFormat = {
  meaning: 'messages and facts (edges) of Zep',
  lists: ['edges', 'facts'],
  isMessage: (value) => textOf(membersOf(value).role_type) !== null || textOf(membersOf(value).role) !== null,
  read(value, at) {
    const { fact, created_at, valid_at, invalid_at, name, messages, thread_id, session_id } = membersOf(value);
    if (Array.isArray(messages)) {
      const sourceId = textOf(thread_id) ?? textOf(session_id);
      const about = { sourceId, inFile: at, title: null, createdAt: timeOf(created_at) };
      return conversationOfList(about, messages.map(messageOf));
    }
    const content = textOf(fact);
    if (content === null) return [{ kind: 'skipped', reason: 'neither a fact nor messages' }];
    const tags = [textOf(name) ?? []].flat();
    return [
      { kind: 'fact', content, timestamp: timeOf(created_at), validFrom: timeOf(valid_at), validTo: timeOf(invalid_at), tags },
    ];
  },
};

/** In older versions `role` is the speaker's name and `role_type` the role; in newer ones they are `name` and `role`. */
function messageOf(value: unknown) {
  const members = membersOf(value);
  if (textOf(members.role_type) === null) return openaiMessage(members);
  return openaiMessage({ ...members, role: members.role_type, name: members.role });
}
