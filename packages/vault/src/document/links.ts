import { isJsonObject } from '@agent-mem/contract';
import { conversationFolder } from '../layout/entry-path.ts';
import type { EntryNode } from './entry-document.ts';

/** What Obsidian takes in a link to a note by its name. */
const linkable = /^[^[\]|#^\\/:\n\r]{1,100}$/;

/**
 * Links of a file for programs that show notes as a graph: to its conversation, to what a fact speaks of, to what it was learned from and to what took its place.
 * They stand in the front matter, so that the text stays what was said.
 *
 * @param pathOf the path of another node's file; `null`: it has none.
 */
export function linksOf(node: EntryNode, pathOf: (id: string) => string | null): readonly string[] {
  const { kind, conversationId, properties } = node;
  const conversation =
    kind === 'Conversation' || conversationId === null ? [] : [`entries/${conversationFolder(conversationId)}/conversation`];
  const entities = kind === 'Fact' ? [properties.subject, properties.object] : [];
  const named = entities.filter((entity): entity is string => typeof entity === 'string' && linkable.test(entity.trim()));
  const { evidence } = properties;
  const others = [properties.replaced_by, isJsonObject(evidence) ? evidence.message_id : null];
  const files = others.flatMap((id) => (typeof id === 'string' ? (pathOf(id)?.replace(/\.md$/, '') ?? []) : []));
  return [...new Set([...conversation, ...files, ...named])].map((target) => `[[${target}]]`);
}
