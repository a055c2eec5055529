import { createHash } from 'node:crypto';
import { sha256 } from '@agent-mem/contract';

/**
 * The id of what a text stands for: a prefix and a UUIDv8 (RFC 9562) of the text's SHA-256. The same text in a scope is the same node, whose
 * version keeps two writers apart: it is its own unique key.
 */
export function textId(
  prefix: 'err' | 'sol' | 'edge' | 'code' | 'weight' | 'job' | 'ent' | 'ques' | 'fb',
  ...text: readonly string[]
): string {
  const bytes = createHash('sha256').update(JSON.stringify(text)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${prefix}_${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}`;
}

/** The id of the one edge of a kind from a node to another. */
export function edgeIdOf(kind: string, from: string, to: string): string {
  return textId('edge', kind, from, to);
}

/** The same of an edge of a conversation, whose ids are older. */
export function conversationEdgeId(kind: string, from: string, to: string): string {
  return `edge_${sha256(JSON.stringify([kind, from, to])).slice(0, 32)}`;
}
