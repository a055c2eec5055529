/** A reference to a detail, as it stands in a text: `[MemoryRef: key - description]`, or without a description. */
export interface MemoryReference {
  readonly key: string;
  /** Empty where the reference has none. */
  readonly description: string;
  /** The reference as the text has it. */
  readonly text: string;
}

/** What could end a reference early, break a line, or be escaped once more by JSON or a prompt's fence. */
const unsafeInText = /[[\]"\\<\p{Cc}\p{Zl}\p{Zp}]/u;
const unsafeInKey = /[[\]"\\<\p{Cc}\p{Z}]/u;
/** Earlier versions escaped each of these, too. */
const onceUnsafe = /[%>]/;
/** One sign as it may be escaped: none of the unsafe ones takes more than three bytes of UTF-8. */
const escapedSign = /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}/gi;
/** A new beginning ends the one before, so that reading takes time in proportion to the text. */
const reference = /\[MemoryRef:[ \t]*((?:(?!\[MemoryRef:)[^\s\]])+)(?:[ \t]+-(?:[ \t]((?:(?!\[MemoryRef:)[^\]\n])*))?|[ \t]*)\]/g;

/** The text form of a reference. It holds no quote, backslash or line break, so that JSON leaves it as it is. */
export function memoryReference(key: string, description = ''): string {
  const words = description.trim();
  const said = words === '' ? '' : ` - ${escaped(words, unsafeInText)}`;
  return `[MemoryRef: ${escaped(key, unsafeInKey)}${said}]`;
}

/** The references of a text, which may be JSON, each once and in order. */
export function referencesIn(text: string): readonly MemoryReference[] {
  const found = new Map<string, MemoryReference>();
  for (const [written, key = '', description = ''] of text.matchAll(reference)) {
    if (!found.has(written))
      found.set(written, { key: plain(key, unsafeInKey), description: plain(description, unsafeInText).trim(), text: written });
  }
  return [...found.values()];
}

/** The key that a text names: of the reference in it, whole or cut off, or the text itself. */
export function referencedKey(text: string): string {
  const [reference] = referencesIn(text);
  return reference?.key ?? text.replace(/^\[?MemoryRef:\s*|\]$/g, '').trim();
}

/** A percent sign stays as it is, unless a reader would take it for the beginning of an escape: "date +%Y" is shown as it ran, "%5B" becomes "%255B". */
function escaped(text: string, unsafe: RegExp): string {
  const meant = text
    .toWellFormed()
    .replace(escapedSign, (written) => (isEscape(written, unsafe) ? `%25${written.slice(1)}` : written));
  return meant.replace(new RegExp(unsafe, 'gu'), encodeURIComponent);
}

/** Takes JSON's escapes off first, which the text form never has of itself, then those of the form. */
function plain(written: string, unsafe: RegExp): string {
  const unquoted = written
    .replace(/(?<!\\)\\+u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?<!\\)\\+(["/])/g, '$1');
  return unquoted.replace(escapedSign, (sign) => (isEscape(sign, unsafe) ? decoded(sign) : sign));
}

/** Whether it stands for a sign that is written so, or was in an earlier version. */
function isEscape(written: string, unsafe: RegExp): boolean {
  const sign = decoded(written);
  return sign !== written && (onceUnsafe.test(sign) || unsafe.test(sign));
}

/** Some bytes are no UTF-8: those stay as they are. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
