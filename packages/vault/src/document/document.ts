import type { JsonObject } from '@agent-mem/storage';
import { parseDocument, stringify } from 'yaml';
import { MalformedFile } from './malformed-file.ts';

/** A Markdown file: its front matter, and the text below it, byte for byte. */
export interface VaultDocument {
  readonly members: JsonObject;
  readonly body: string;
}

const fence = '---';
/** A fence as people write it: an editor may leave blanks behind it. */
const isFence = (line: string) => /^---\s*$/.test(line);

/** Each text on one line: in a block, white space at the end of a line does not always come back. */
const exact = {
  lineWidth: 0,
  blockQuote: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  aliasDuplicateObjects: false,
};

/** The text of a file. `readDocument` reads the same document from it, whatever the texts hold. */
export function writeDocument({ members, body }: VaultDocument): string {
  const matter = stringify(members, exact);
  return `${fence}\n${matter}${fence}\n\n${body}\n`;
}

/**
 * Reads a file: front matter between two lines `---`, then the text. One empty line before the text and one line end behind it are the file's own. A file
 * whose first line ends as on Windows is read as if all of it did. A file without front matter is text alone. A member without a value is none. Throws
 * `MalformedFile` with the line.
 */
export function readDocument(file: string): VaultDocument {
  const text = file.replace(/^\uFEFF/, '');
  const isWindows = /^[^\n]*\r\n/.test(text);
  const lines = (isWindows ? text.replaceAll('\r\n', '\n') : text).split('\n');
  if (!isFence(lines[0] ?? '')) return { members: {}, body: withoutEnds(lines) };
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (end === -1) throw new MalformedFile(1, 'the front matter has no end: a line --- is missing');
  const members = readMatter(lines.slice(1, end).join('\n').replaceAll(/\r$/gm, ''));
  const below = lines.slice(end + 1);
  return { members, body: withoutEnds(below[0] === '' && below.length > 1 ? below.slice(1) : below) };
}

function withoutEnds(lines: readonly string[]): string {
  const text = lines.join('\n');
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function readMatter(matter: string): JsonObject {
  let value: unknown;
  try {
    const parsed = parseDocument(matter, { prettyErrors: false });
    const [error] = parsed.errors;
    // The first line of the front matter is the second of the file.
    if (error) throw new MalformedFile(lineAt(matter, error.pos[0]) + 1, `the front matter is no YAML: ${error.message}`);
    value = parsed.toJS({ maxAliasCount: 20 });
  } catch (error) {
    // Among them is a nesting that is too deep for the reader.
    throw error instanceof MalformedFile
      ? error
      : new MalformedFile(2, `the front matter cannot be read: ${(error as Error).message}`);
  }
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new MalformedFile(2, 'the front matter must be members with values');
  if (holdsNoJson(value))
    throw new MalformedFile(2, 'the front matter has a number without a value (.nan or .inf): make it a text');
  // YAML of the core schema holds nothing else that JSON does not.
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([, each]) => each !== null));
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Whether a number without a value is in it. */
function holdsNoJson(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNoJson);
}
