/** What is known of a text beside what it says. */
export interface SourceSize {
  readonly succeeded: boolean;
  readonly bytes: number;
  readonly lines: number;
  /** Bytes in its middle that are not stored. */
  readonly missingBytes?: number;
}

/** The first line of an excerpt: how the call ended and how large its output was. */
export function statusLine({ succeeded, bytes, lines, missingBytes = 0 }: SourceSize): string {
  const missing = missingBytes > 0 ? ` ${grouped(missingBytes)} bytes in its middle are not stored.` : '';
  return `Status: ${succeeded ? 'ok' : 'failed'}. Size: ${grouped(bytes)} bytes, ${grouped(lines)} ${lines === 1 ? 'line' : 'lines'}.${missing}`;
}

/** Whether a line is a status line. */
export function isStatusLine(line: string): boolean {
  return /^Status: (?:ok|failed)\. Size: [\d,]{1,20} bytes, /.test(line);
}

/** The mark that stands for what an excerpt leaves out. */
export function gapMark(bytes: number): string {
  return `[… ${grouped(bytes)} bytes not shown]`;
}

const mark = /^\[… ([\d,]{1,20}) bytes not shown\]$/;

/** Bytes that a line stands for, where it is a mark of an earlier excerpt; else `null`. */
export function gapBytes(line: string): number | null {
  const bytes = mark.exec(line)?.[1];
  return bytes === undefined ? null : Number(bytes.replaceAll(',', ''));
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
