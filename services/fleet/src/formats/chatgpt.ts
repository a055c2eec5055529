import { membersOf } from '@agent-mem/contract';
import { contentText, listOf, type Members, textOf, timeOf } from './members.ts';
import { conversationOfList, type ListedMessage } from './message-list.ts';
import { type JsonFormat, leftOut } from './record.ts';

/** `conversations.json` of a ChatGPT data export: each conversation is a tree, whose branches are edits and second answers. */
export const chatgpt: JsonFormat = {
  meaning: 'conversations.json of a ChatGPT data export',
  lists: ['conversations'],
  read(value, at) {
    const { mapping, current_node, title, create_time, conversation_id, id } = membersOf(value);
    const nodes = membersOf(mapping);
    if (Object.keys(nodes).length === 0) return [{ kind: 'skipped', reason: 'no conversation with a mapping' }];
    const path = pathTo(textOf(current_node) ?? Object.keys(nodes).at(-1) ?? '', nodes);
    const others = Object.keys(nodes).filter((each) => !path.includes(each) && membersOf(nodes[each]).message);
    const sourceId = textOf(conversation_id) ?? textOf(id);
    const about = { sourceId, inFile: at, title: textOf(title), createdAt: timeOf(create_time) };
    const listed = path.flatMap((each) => messageOf(membersOf(nodes[each]).message));
    return [...conversationOfList(about, listed), ...leftOut(others.length, 'message', ' of branches that were edited away')];
  },
};

/** The ids from the root to a node. A tree that goes in a circle ends where it began. */
function pathTo(leaf: string, nodes: Members): readonly string[] {
  const path = new Set<string>();
  for (let id: string | null = leaf; id !== null && nodes[id] && !path.has(id); id = textOf(membersOf(nodes[id]).parent))
    path.add(id);
  return [...path].reverse();
}

function messageOf(value: unknown): readonly ListedMessage[] {
  const { author, content, create_time, metadata } = membersOf(value);
  const { role, name } = membersOf(author);
  const { parts, text, thoughts } = membersOf(content);
  if (membersOf(metadata).is_visually_hidden_from_conversation === true) return [];
  if (role !== 'user' && role !== 'assistant' && role !== 'system' && role !== 'tool') return [];
  const reasoning = listOf(thoughts).flatMap((thought) => textOf(membersOf(thought).content) ?? []);
  const said = contentText(parts) || (textOf(text) ?? '');
  if (said.trim() === '' && reasoning.length === 0 && role === 'system') return [];
  return [
    {
      role,
      content: said,
      reasoning: reasoning.join('\n') || null,
      timestamp: timeOf(create_time),
      speaker: role === 'tool' ? textOf(name) : null,
      calls: [],
    },
  ];
}
