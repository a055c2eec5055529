import { rememberLately } from '@agent-mem/contract';
import { findEmails } from './emails.ts';
import { findHealth } from './health.ts';
import { findNationalIds } from './national-ids.ts';
import type { PersonalFinding } from './personal-finding.ts';
import { personalByName } from './personal-names.ts';
import { findPhones } from './phones.ts';
import { findPostalAddresses } from './postal-addresses.ts';

/** An id that our services make, or a time. */
const idOrTime =
  /^(?:(?:[a-z]{3,4}_)?[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z)$/;

/** What says something of a person, in order; of two that overlap the longer one. `name`: of the member that holds the text, such as `phone`. */
export function findPersonal(text: string, name: string | null = null): readonly PersonalFinding[] {
  if (text.length < 3 || idOrTime.test(text)) return [];
  const found = detected(text);
  const byName = found.length === 0 && name !== null ? personalByName(name, text) : null;
  return byName ? [{ kind: byName, start: 0, end: text.length }] : found;
}

/** Texts are read again on their way from service to service. A text with a finding is never remembered. */
const detected = rememberLately(newFindings, { texts: 256, characters: 8_192, unless: (found) => found.length > 0 });

function newFindings(text: string): readonly PersonalFinding[] {
  const found = [findEmails, findNationalIds, findPhones, findPostalAddresses, findHealth]
    .flatMap((detector) => [...detector(text)])
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((finding) => {
    if (finding.start < end) return false;
    end = finding.end;
    return true;
  });
}
