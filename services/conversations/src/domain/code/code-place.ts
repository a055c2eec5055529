import { OperationError } from '@agent-mem/contract';
import type { CodePlace } from '@agent-mem/service-kit';

/** Endings by which a name is a file's, and not a member of something. */
const endings =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh|sql|mdx?|json|ya?ml|toml|proto|html?|css|scss|vue|svelte|lua|exs?|erl|hs|clj|dart|mm?|r|pl|ipynb|xml|gradle|tf|cypher|mustache)$/i;

/** The place that a caller names by a text, by members, or by both: then the members hold. Throws `invalid-argument` that names the member. */
export function codePlace(asked: { readonly reference: string } & CodePlace): CodePlace {
  const read = readReference(asked.reference.trim());
  const file = nonEmpty(asked.file) ?? read.file;
  const symbol = nonEmpty(asked.symbol) ?? read.symbol;
  if (file === null && symbol === null)
    throw new OperationError('invalid-argument', 'reference: is required, or file, or symbol');
  const start_line = asked.start_line ?? read.start_line;
  const end_line = asked.end_line ?? (asked.start_line === null ? read.end_line : asked.start_line);
  if (start_line === null && end_line !== null)
    throw new OperationError('invalid-argument', 'start_line: is required with end_line');
  if (start_line !== null && end_line !== null && end_line < start_line)
    throw new OperationError('invalid-argument', `end_line: must be at least start_line, ${start_line}, got ${end_line}`);
  return { file: file && cleanFile(file), symbol, start_line, end_line, commit: nonEmpty(asked.commit) };
}

/** `src/auth.ts#AuthService`, `src/auth.ts::AuthService`, `src/auth.ts:10-20`, `src/auth.ts#L10-L20`, a file or a symbol. */
function readReference(text: string): Pick<CodePlace, 'file' | 'symbol' | 'start_line' | 'end_line'> {
  const none = { file: null, symbol: null, start_line: null, end_line: null };
  if (text === '') return none;
  const { file, rest } = divided(text);
  if (file === null) return { ...none, symbol: text };
  const [, start, end] = /^L?(\d{1,9})(?:(?:-|\.\.)L?(\d{1,9}))?(?::\d+)?$/.exec(rest) ?? [];
  if (start !== undefined) return { ...none, file, start_line: Number(start), end_line: Number(end ?? start) };
  return { ...none, file, symbol: nonEmpty(rest) };
}

function divided(text: string): { readonly file: string | null; readonly rest: string } {
  const [, before = '', rest = ''] = /^(.+?)(?:#|:(?![\\/]):?)(.+)/.exec(text) ?? [];
  if (before !== '' && isFile(before)) return { file: before, rest };
  return isFile(text) ? { file: text, rest: '' } : { file: null, rest: text };
}

function isFile(text: string): boolean {
  return /[\\/]/.test(text) || endings.test(text);
}

function cleanFile(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function nonEmpty(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text.trim();
}

/** Whether a stored place is one that a caller asks for. */
export function isAt(stored: CodePlace, asked: CodePlace): boolean {
  return (
    isFileOf(stored.file, asked.file) &&
    isNamed(stored.symbol, asked.symbol) &&
    overlaps(stored, asked) &&
    (asked.commit === null || stored.commit === asked.commit)
  );
}

/** Whether both say the same. */
export function isSamePlace(one: CodePlace, other: CodePlace): boolean {
  return (['file', 'symbol', 'start_line', 'end_line', 'commit'] as const).every((member) => one[member] === other[member]);
}

/** By its whole path or the end of one: auth.ts is src/auth.ts too. */
function isFileOf(stored: string | null, asked: string | null): boolean {
  if (asked === null) return true;
  return stored !== null && `/${stored}`.endsWith(`/${asked.replace(/^\/+/, '')}`);
}

/** By any of its names, or several in a row: AuthService is AuthService.login too. */
function isNamed(stored: string | null, asked: string | null): boolean {
  if (asked === null) return true;
  if (stored === null) return false;
  const [names, wanted] = [namesOf(stored), namesOf(asked)];
  return names.some((_, at) => wanted.every((name, index) => names[at + index] === name));
}

/** The names in a symbol, without arguments: `AuthService.login(user)` → AuthService, login. */
function namesOf(symbol: string): readonly string[] {
  const names = symbol
    .replace(/\(.*/s, '')
    .split(/\.|::|->|#|\/|\\|:/)
    .map((name) => name.trim());
  const named = names.filter((name) => name !== '');
  return named.length > 0 ? named : [symbol];
}

/** A place without lines is all of them. */
function overlaps(stored: CodePlace, asked: CodePlace): boolean {
  if (asked.start_line === null || stored.start_line === null) return true;
  const [storedEnd, askedEnd] = [stored.end_line ?? stored.start_line, asked.end_line ?? asked.start_line];
  return stored.start_line <= askedEnd && asked.start_line <= storedEnd;
}
