import { findHealth } from './health.ts';
import { findNationalIds } from './national-ids.ts';
import type { PersonalFinding } from './personal-finding.ts';

/** Numbers by which a state knows a person, and what is said of health, in order; of two that overlap the longer one. */
export function findPersonal(text: string): readonly PersonalFinding[] {
  const found = [...findNationalIds(text), ...findHealth(text)].toSorted((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((finding) => {
    if (finding.start < end) return false;
    end = finding.end;
    return true;
  });
}
