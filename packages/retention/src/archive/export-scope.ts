import type { Scope } from '@agent-mem/contract';
import type { Ports, ReportProgress } from '@agent-mem/runtime';
import { everyStatus, type GraphRecord } from '@agent-mem/storage';
import { memoryKinds } from '../purge/memory-kinds.ts';
import type { ArchiveLine } from './archive-line.ts';
import { archiveText } from './archive-text.ts';

/** Bytes of a detail to a line: a line stays short enough to be read whole. */
const pieceBytes = 512 * 1024;

/**
 * All of a scope as the lines of an archive. What is written meanwhile may be in it or not. What is derived is left out: search
 * documents and vectors are made again where it is imported. Equal scopes give equal lines, whichever stores hold them.
 */
export function exportScope(
  scope: Scope,
  ports: Pick<Ports, 'graph' | 'details' | 'clock'>,
  report: ReportProgress = () => {},
): AsyncIterable<string> {
  return archiveText(scope, new Date(ports.clock.now()).toISOString(), linesOf(scope, ports, report));
}

async function* linesOf(
  scope: Scope,
  { graph, details }: Pick<Ports, 'graph' | 'details'>,
  report: ReportProgress,
): AsyncIterable<ArchiveLine> {
  const total = await graph.count(scope, { kinds: memoryKinds, statuses: everyStatus });
  let done = 0;
  for await (const record of graph.dump(scope)) {
    yield withoutIndexedVersion(record);
    if ('node' in record && memoryKinds.includes(record.node.kind)) report({ what: 'records', done: ++done, total });
  }
  for await (const { detail } of details.stored({ scope })) {
    yield { detail };
    for (let offset = 0; offset < detail.sizeBytes; offset += pieceBytes) {
      const piece = await details.read(scope, detail.memoryKey, { offset, maxBytes: pieceBytes });
      // Deleted or replaced meanwhile: what was read no longer fits, and the import would refuse it.
      if (piece === null) break;
      yield { bytes: Buffer.from(piece).toString('base64') };
    }
  }
}

/** How far the search index had come belongs to this store alone. */
function withoutIndexedVersion(record: GraphRecord): GraphRecord {
  if (!('node' in record) || record.node.indexedVersion === null) return record;
  return { node: { ...record.node, indexedVersion: 0 } };
}
