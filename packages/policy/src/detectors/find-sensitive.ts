import type { Detector, Finding } from './finding.ts';
import { findBankAccounts } from './kinds/bank-accounts.ts';
import { findCredentialsInUrls } from './kinds/credentials-in-urls.ts';
import { findIssuedKeys } from './kinds/issued-keys.ts';
import { findKnownSecrets } from './kinds/known-secrets.ts';
import { findNamedSecrets, secretByName } from './kinds/named-secrets.ts';
import { findPaymentCards } from './kinds/payment-cards.ts';

/** The surest first: it names what several find. */
const detectors: readonly Detector[] = [
  findIssuedKeys,
  findKnownSecrets,
  findCredentialsInUrls,
  findPaymentCards,
  findBankAccounts,
  findNamedSecrets,
];

/** The parts of a text that should not be stored, in order and without overlap. `name`: of the member that holds it, such as `password`. */
export function findSensitive(text: string, name: string | null = null): readonly Finding[] {
  if (text.length < 4) return [];
  const found: Finding[] = [];
  for (const detector of detectors) {
    for (const finding of detector(text)) if (finding.end > finding.start) join(found, finding);
  }
  const byName = found.length === 0 && name !== null ? secretByName(name, text) : null;
  if (byName) return [{ kind: byName, start: 0, end: text.length }];
  return found.toSorted((a, b) => a.start - b.start);
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

/** The text with a mark instead of each finding: `[redacted: payment-card]`. */
export function redact(text: string, findings: readonly Finding[]): string {
  let redacted = '';
  let offset = 0;
  for (const { kind, start, end } of findings) {
    redacted += `${text.slice(offset, start)}[redacted: ${kind}]`;
    offset = end;
  }
  return redacted + text.slice(offset);
}
