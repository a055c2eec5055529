/** A reference to a detail, as it stands in a text: `[MemoryRef: key - description]`, or without a description. */
export interface MemoryReference {
  readonly key: string;
  /** Empty where the reference has none. */
  readonly description: string;
  /** The reference as the text has it. */
  readonly text: string;
}

/** What could end a reference early, break a line, or be escaped once more by JSON or a prompt's fence. */
const escapedInText = /[%[\]"\\<>\p{Cc}\p{Zl}\p{Zp}]/gu;
const escapedInKey = /[%[\]"\\<>\p{Cc}\p{Z}]/gu;
/** A new beginning ends the one before, so that reading takes time in proportion to the text. */
const reference = /\[MemoryRef:[ \t]*((?:(?!\[MemoryRef:)[^\s\]])+)(?:[ \t]+-(?:[ \t]((?:(?!\[MemoryRef:)[^\]\n])*))?|[ \t]*)\]/g;

/** The text form of a reference. It holds no quote, backslash or line break, so that JSON leaves it as it is. */
export function memoryReference(key: string, description = ''): string {
  const words = description.trim();
  const said = words === '' ? '' : ` - ${escaped(words, escapedInText)}`;
  return `[MemoryRef: ${escaped(key, escapedInKey)}${said}]`;
}

/** The references of a text, which may be JSON, each once and in order. */
export function referencesIn(text: string): readonly MemoryReference[] {
  const found = new Map<string, MemoryReference>();
  for (const [written, key = '', description = ''] of text.matchAll(reference)) {
    if (!found.has(written)) found.set(written, { key: plain(key), description: plain(description).trim(), text: written });
  }
  return [...found.values()];
}

/** The key that a text names: of the reference in it, whole or cut off, or the text itself. */
export function referencedKey(text: string): string {
  const [reference] = referencesIn(text);
  return reference?.key ?? text.replace(/^\[?MemoryRef:\s*|\]$/g, '').trim();
}

function escaped(text: string, signs: RegExp): string {
  return text.toWellFormed().replace(signs, encodeURIComponent);
}

/** Takes JSON's escapes off first, which the text form never has of itself, then those of the form. */
function plain(written: string): string {
  const unquoted = written
    .replace(/(?<!\\)\\+u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?<!\\)\\+(["/])/g, '$1');
  return unquoted.replace(/(?:%[0-9a-fA-F]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
