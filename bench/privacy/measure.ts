import { findSensitive, redact } from '@agent-mem/policy/detectors';
import type { Sensitive } from './load.ts';

/** How a text came off. */
export interface Screened {
  readonly kind: string;
  readonly text: string;
  /** Kinds that were found. */
  readonly found: readonly string[];
  /** Nothing of the secret is left that has five signs or more. */
  readonly isGone: boolean;
}

/** Looks for what is in each text. */
export function screenSensitive(texts: readonly Sensitive[]): readonly Screened[] {
  return texts.map(({ kind, text, secret }) => {
    const findings = findSensitive(text);
    return {
      kind,
      text,
      found: findings.map((finding) => finding.kind),
      isGone: !isLeft(secret, redact(text, findings).replace(/\[redacted: [a-z-]+\]/g, '')),
    };
  });
}

/** The texts in which something is found though nothing is there. */
export function falseAlarms(texts: readonly string[]): readonly Screened[] {
  return texts
    .map((text) => ({ kind: 'none', text, found: findSensitive(text).map(({ kind }) => kind), isGone: true }))
    .filter(({ found }) => found.length > 0);
}

/** A part of a secret gives it away too. */
function isLeft(secret: string, stored: string): boolean {
  const part = Math.min(5, secret.length);
  for (let index = 0; index + part <= secret.length; index += 1) {
    if (stored.includes(secret.slice(index, index + part))) return true;
  }
  return false;
}
