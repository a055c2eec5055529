import { OperationError, parsedJson, type Scope, scopeOf } from '@agent-mem/contract';
import { type ArchiveLine, ArchiveSum, archiveVersion } from './archive-line.ts';

/** What is in an archive. */
export interface VerifiedArchive {
  readonly scope: Scope;
  readonly lines: number;
}

/** What to do about an archive that is cut off. */
const cure = 'copy the file whole, or export it again';

/** Reads an archive to its end. Throws `invalid-argument` with the line if it is none, is cut off, or was changed. */
export async function verifyArchive(lines: AsyncIterable<string>): Promise<VerifiedArchive> {
  const sum = new ArchiveSum();
  let scope: Scope | null = null;
  let end: { readonly lines: number; readonly sha256: string } | null = null;
  let lineNumber = 0;
  for await (const { text, isLast } of withLast(lines)) {
    lineNumber += 1;
    if (isLast && isCut(text)) throw refusal(lineNumber, `it is cut off in the middle of this line; ${cure}`);
    const line = archiveLine(text, lineNumber);
    if (end) throw refusal(lineNumber, 'something stands behind its end');
    if (lineNumber === 1) scope = scopeOfHead(line);
    if ('end' in line) end = line.end;
    else sum.add(text);
  }
  if (!scope) throw refusal(1, 'it is empty');
  const found = sum.end();
  if (!end) throw refusal(lineNumber, `it is cut off behind this line; ${cure}`);
  if (end.lines !== found.lines || end.sha256 !== found.sha256)
    throw refusal(lineNumber, 'its checksum does not fit: it was changed');
  return { scope, lines: found.lines };
}

/** A line as JSON. Throws `invalid-argument` if it is none. */
export function archiveLine(text: string, lineNumber: number): ArchiveLine {
  const line = parsedJson(text);
  if (typeof line === 'object' && line !== null) return line as ArchiveLine;
  throw refusal(lineNumber, 'it is no JSON object');
}

/** Whether a line begins as those of an archive do, and breaks off. */
function isCut(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return text.startsWith('{');
  }
}

async function* withLast(lines: AsyncIterable<string>): AsyncIterable<{ readonly text: string; readonly isLast: boolean }> {
  let held: string | null = null;
  for await (const text of lines) {
    if (held !== null) yield { text: held, isLast: false };
    held = text;
  }
  if (held !== null) yield { text: held, isLast: true };
}

function scopeOfHead(line: ArchiveLine): Scope {
  if (!('archive' in line)) throw refusal(1, 'it does not begin as an archive of agent-mem does');
  const { version, scope } = line.archive;
  if (version === archiveVersion) return scopeOf(scope);
  throw refusal(1, `its version is ${version}, this program reads version ${archiveVersion}`);
}

function refusal(lineNumber: number, what: string): OperationError {
  return new OperationError('invalid-argument', `archive, line ${lineNumber}: ${what}`);
}
