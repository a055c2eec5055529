import { batchesOf } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import type { OpenScope } from '../open-scope.ts';
import { writeNode } from './write-node.ts';

/** Files that are written at the same time. */
const atOnce = 16;

/**
 * Brings the files of nodes in line with them, about in this order. Each summary finds those before it: its number is the next that is free. Throws the signal's
 * reason between files when it is aborted.
 */
export async function writeNodes(nodes: readonly GraphNode[], open: OpenScope, signal?: AbortSignal): Promise<void> {
  for (const some of batchesOf(nodes, atOnce)) {
    signal?.throwIfAborted();
    await Promise.all(some.filter((node) => !isSummary(node)).map((node) => writeNode(node, open)));
    for (const node of some.filter(isSummary)) await writeNode(node, open);
  }
}

function isSummary({ kind }: GraphNode): boolean {
  return kind === 'ConversationSummary';
}
