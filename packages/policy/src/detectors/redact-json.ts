import { redact } from './find-sensitive.ts';

/** A part of a text that is to go. */
interface Redacted {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** As `redact`, of a text that is JSON and stays it: a number that is redacted becomes a text. */
export function redactJson(text: string, findings: readonly Redacted[]): string {
  const plain = redact(text, findings);
  if (isJson(plain)) return plain;
  const quoted = quoteBare(text, findings);
  return isJson(quoted) ? quoted : JSON.stringify(`[redacted: ${findings[0]?.kind ?? 'secret'}]`);
}

/** As `redact`, of a part of JSON: a value without quotes becomes a text. */
export function quoteBare(text: string, findings: readonly Redacted[]): string {
  let quoted = '';
  let offset = 0;
  for (const { kind, start, end } of findings) {
    const isBare =
      /[:,[\s]$/.test(text.slice(Math.max(0, start - 1), start)) && /^\s*(?:[,}\]]|$)/.test(text.slice(end, end + 100));
    quoted += text.slice(offset, start) + (isBare ? `"[redacted: ${kind}]"` : `[redacted: ${kind}]`);
    offset = end;
  }
  return quoted + text.slice(offset);
}

/** Whether a text is an object or a list of JSON. */
export function isJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
