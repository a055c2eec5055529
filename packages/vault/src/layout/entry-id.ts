import { canonicalId, type IdPrefix } from '@agent-mem/contract';
import type { NodeKind } from '@agent-mem/storage';

const prefixes: Partial<Record<NodeKind, IdPrefix>> = { Fact: 'fact', Message: 'msg', ConversationSummary: 'csum' };

/** The id as files name it: the bare UUID. */
export function bareId(id: string): string {
  const bare = id.slice(id.indexOf('_') + 1);
  const isOurs = Object.values(prefixes).some((prefix) => canonicalId(prefix, id) === id && id !== bare);
  return isOurs ? bare : id;
}

/** The id of a node of this kind, from that of its file. */
export function nodeId(kind: NodeKind, bare: string): string {
  const prefix = prefixes[kind];
  return (prefix && canonicalId(prefix, bare)) ?? bare;
}
