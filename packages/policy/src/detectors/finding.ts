/** What can be found in a text that should not be stored as it is. */
export const sensitiveKinds = [
  'api-key',
  'access-token',
  'private-key',
  'password',
  'connection-string',
  'webhook',
  'secret',
  'payment-card',
  'card-code',
  'bank-account',
  'social-security-number',
] as const;

/** One of them. */
export type SensitiveKind = (typeof sensitiveKinds)[number];

/** Where something stands in a text: from `start` up to `end`, in UTF-16 units. */
export interface Finding {
  readonly kind: SensitiveKind;
  readonly start: number;
  readonly end: number;
}

/** Finds one sort of thing. Where several detectors find something at one position, the first one wins. */
export type Detector = (text: string) => Iterable<Finding>;

/** A detector of patterns. The group `value`, or else the whole match, is what is found. */
export function byPatterns(patterns: readonly (readonly [SensitiveKind, RegExp])[]): Detector {
  return function* find(text) {
    for (const [kind, pattern] of patterns) {
      for (const match of text.matchAll(pattern)) {
        const [start, end] = match.indices?.groups?.value ?? match.indices?.[0] ?? [match.index, match.index + match[0].length];
        yield { kind, start, end };
      }
    }
  };
}
