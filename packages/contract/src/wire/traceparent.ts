/** Versions to come may have more behind it. */
const wellFormed = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-[\w-]{1,128})?$/;

/** A W3C trace context that a caller gave; `null`: none, or a malformed one, which is dropped, as its standard asks. Logs and later messages have it. */
export function traceparentGiven(text: string | null | undefined): string | null {
  return text && wellFormed.test(text) ? text : null;
}
