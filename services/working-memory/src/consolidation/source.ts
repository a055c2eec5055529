import { type EventContext, storedMessage } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { openContent, readSigns } from '../details/read-content.ts';
import type { ReadSource } from '../domain/article/read-by-rules.ts';
import { readDetail } from '../domain/detail/detail-node.ts';

/** So much of the beginning and of the end of a content is read. */
const halfBytes = 12_000;

/** A source as it is read; `null`: it is gone, or no text. */
export async function readSource(node: GraphNode | undefined, context: EventContext<Config>): Promise<ReadSource | null> {
  if (node?.status !== 'ACTIVE') return null;
  if (node.kind === 'Message') {
    const { role, content, timestamp } = storedMessage.read(node.properties);
    return { kind: 'message', source: role, description: '', content, timestamp };
  }
  if (node.kind !== 'Detail') return null;
  const { memory_key, source_command, memory_type, description, excerpt } = readDetail(node);
  // What has no excerpt is no text.
  if (excerpt === '') return null;
  const content = await bothEnds(memory_key, context);
  const source = source_command ?? memory_type.replaceAll('_', ' ');
  return { kind: 'detail', source, description, content, timestamp: node.createdAt };
}

async function bothEnds(memoryKey: string, { details, scope }: EventContext<Config>): Promise<string> {
  const content = await openContent(details, scope, memoryKey);
  const text = async (offset: number, most: number) => Buffer.from((await readSigns(content, offset, most)).bytes).toString();
  if (content.sizeBytes <= 2 * halfBytes) return text(0, 2 * halfBytes);
  return `${await text(0, halfBytes)}\n[…]\n${await text(content.sizeBytes - halfBytes, halfBytes)}`;
}
