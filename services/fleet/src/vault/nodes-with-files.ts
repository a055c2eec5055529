import type { ArchiveLine } from '@agent-mem/retention';
import { type EntryNode, entryKinds } from '@agent-mem/vault';

const kinds: ReadonlySet<string> = new Set(entryKinds);

/** Of an archive's lines the nodes that have a file in the vault. */
export async function* nodesWithFiles(lines: AsyncIterable<string>): AsyncIterable<EntryNode> {
  for await (const text of lines) {
    // The archive is of this program.
    const line = JSON.parse(text) as ArchiveLine;
    if ('node' in line && kinds.has(line.node.kind)) yield line.node;
  }
}
