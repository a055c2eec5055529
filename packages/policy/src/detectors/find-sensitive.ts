import { rememberLately } from '@agent-mem/contract';
import type { Detector, Finding } from './finding.ts';
import { findBankAccounts } from './kinds/bank-accounts.ts';
import { findCredentialsInUrls } from './kinds/credentials-in-urls.ts';
import { findIssuedKeys } from './kinds/issued-keys.ts';
import { findKnownSecrets } from './kinds/known-secrets.ts';
import { findNamedSecrets, secretByName } from './kinds/named-secrets.ts';
import { findPaymentCards } from './kinds/payment-cards.ts';
import { findSocialSecurityNumbers } from './kinds/social-security-numbers.ts';

/** A detector, and a quick test of the texts in which it can find something: most texts pass none, and no detector reads them. */
export interface Detection {
  readonly detector: Detector;
  readonly needs: RegExp;
}

/**
 * Each issuer's key has at least sixteen signs in a row, but a private key's first line and a header of eight.
 * The first sign of a row is looked for, as that of a row of digits below: to try each of them takes a multiple in a long text.
 */
const issued = /(?<!\S)\S{16}|-----BEGIN|authorization/i;

/** The surest first: it names what several find. */
export const detections: readonly Detection[] = [
  { detector: findIssuedKeys, needs: issued },
  { detector: findKnownSecrets, needs: issued },
  { detector: findCredentialsInUrls, needs: /:\/\// },
  { detector: findPaymentCards, needs: /(?<!\d)(?:\d[^\p{L}\d]{0,3}){12}\d/u },
  { detector: findSocialSecurityNumbers, needs: /\d{3}-\d{2}-\d{4}|social security|ssn/i },
  { detector: findBankAccounts, needs: /\d[ -]*\d/ },
  {
    detector: findNamedSecrets,
    needs: /pass|pwd|kennwort|contraseña|senha|p[as]{2,4}w|token|secret|key|credential|pin|code|cv[cv]|card/i,
  },
];

/** An id that our services make, or a time: every record has many of them, and each would pass for a long key. */
const idOrTime =
  /^(?:(?:[a-z]{3,4}_)?[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?:\/[a-z]{1,12}\/\d{1,4})?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** The parts of a text that should not be stored, in order and without overlap. `name`: of the member that holds it, such as `password`. */
export function findSensitive(text: string, name: string | null = null): readonly Finding[] {
  if (text.length < 4) return [];
  const found = idOrTime.test(text) ? [] : detected(text);
  const byName = found.length === 0 && name !== null ? secretByName(name, text) : null;
  if (byName) return [{ kind: byName, start: 0, end: text.length }];
  return found.toSorted((a, b) => a.start - b.start);
}

/** A run's texts are read again with each step that is journaled. 256 such texts are at most 4 MB; a text with a finding is never remembered. */
const detected = rememberLately(newFindings, { texts: 256, characters: 8_192, unless: (found) => found.length > 0 });

function newFindings(text: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const { detector, needs } of detections) {
    if (!needs.test(text)) continue;
    for (const finding of detector(text)) if (finding.end > finding.start) join(found, finding);
  }
  return found;
}

/** Of two that overlap the first keeps its name, and the ranges of both are covered. */
function join(found: Finding[], finding: Finding): void {
  let joined = finding;
  for (let index = found.length - 1; index >= 0; index -= 1) {
    const earlier = found[index] as Finding;
    if (earlier.end <= joined.start || joined.end <= earlier.start) continue;
    found.splice(index, 1);
    joined = { kind: earlier.kind, start: Math.min(earlier.start, joined.start), end: Math.max(earlier.end, joined.end) };
  }
  found.push(joined);
}

/** Whether something in the text, or at its cut end, was redacted. */
export function isRedacted(text: string): boolean {
  return text.includes('[redacted: ');
}

/** The text with a mark instead of each finding: `[redacted: payment-card]`. */
export function redact(text: string, findings: readonly (Pick<Finding, 'start' | 'end'> & { readonly kind: string })[]): string {
  let redacted = '';
  let offset = 0;
  for (const { kind, start, end } of findings) {
    redacted += `${text.slice(offset, start)}[redacted: ${kind}]`;
    offset = end;
  }
  return redacted + text.slice(offset);
}
