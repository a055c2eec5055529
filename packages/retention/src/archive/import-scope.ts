import { OperationError, type Scope } from '@agent-mem/contract';
import type { Ports, ReportProgress } from '@agent-mem/runtime';
import type { GraphRecord, StoredDetail } from '@agent-mem/storage';
import { archiveLine } from './verify-archive.ts';

/** What came in. */
export interface Imported {
  readonly scope: Scope;
  /** Nodes, edges, recorded states and stored replies. */
  readonly records: number;
  readonly details: number;
}

const batch = 500;

/**
 * Writes the lines of an archive that `verifyArchive` has passed into a scope: over what is there, unless that is newer, so importing
 * twice is importing once. Details come first: nothing may refer to what is not there yet.
 *
 * @param lines opens the archive; it is read twice.
 * @param total how many lines it has.
 */
export async function importScope(
  scope: Scope,
  lines: () => AsyncIterable<string>,
  ports: Pick<Ports, 'graph' | 'details'>,
  { total = null, report = () => {} }: { readonly total?: number | null; readonly report?: ReportProgress } = {},
): Promise<Imported> {
  const details = await importDetails(scope, lines(), ports);
  let records = 0;
  let waiting: GraphRecord[] = [];
  const load = async () => {
    if (waiting.length > 0) await ports.graph.load(scope, waiting);
    records += waiting.length;
    waiting = [];
  };
  let lineNumber = 0;
  for await (const text of lines()) {
    lineNumber += 1;
    report({ what: 'lines', done: lineNumber, total });
    const line = archiveLine(text, lineNumber);
    if (!('node' in line || 'edge' in line || 'version' in line || 'kept' in line)) continue;
    if (waiting.push(line) >= batch) await load();
  }
  await load();
  return { scope, records, details };
}

async function importDetails(scope: Scope, lines: AsyncIterable<string>, { details }: Pick<Ports, 'details'>): Promise<number> {
  const reader = lines[Symbol.asyncIterator]();
  let lineNumber = 0;
  let imported = 0;
  const next = async () => {
    const { done, value } = await reader.next();
    lineNumber += 1;
    return done ? null : archiveLine(value, lineNumber);
  };
  let line = await next();
  while (line) {
    if (!('detail' in line)) {
      line = await next();
      continue;
    }
    const { detail } = line;
    line = await next();
    const stored = await details.put(
      scope,
      descriptionOf(detail),
      (async function* () {
        for (; line && 'bytes' in line; line = await next()) yield Buffer.from(line.bytes, 'base64');
      })(),
    );
    if (stored.hash !== detail.hash) {
      await details.delete(scope, detail.memoryKey);
      throw new OperationError(
        'invalid-argument',
        `archive: the content of ${detail.memoryKey} was replaced while it was exported; export it again`,
      );
    }
    imported += 1;
  }
  return imported;
}

function descriptionOf({ memoryKey, contentType, metadata, createdAt }: StoredDetail) {
  return { memoryKey, contentType, metadata, createdAt };
}
