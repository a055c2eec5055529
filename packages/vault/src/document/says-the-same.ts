import { canonicalJson } from '@agent-mem/contract';
import type { JsonObject } from '@agent-mem/storage';
import { documentOfNode, type EntryNode } from './entry-document.ts';

/** Whether two states of an entry say the same; when they were written, and what they still wait for, is no part of it. */
export function saysTheSame(one: EntryNode, other: EntryNode): boolean {
  return canonicalJson(saidIn(one)) === canonicalJson(saidIn(other));
}

function saidIn(node: EntryNode): JsonObject {
  const { version: _, updated_at: __, unreconciled: ___, ...members } = documentOfNode(node).members;
  return { ...members, body: String(node.properties.content ?? '') };
}
