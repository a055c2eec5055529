import { findSensitive } from './detectors/find-sensitive.ts';
import type { SensitiveKind } from './detectors/finding.ts';
import { findPersonal } from './detectors/personal/find-personal.ts';
import type { PersonalKind } from './detectors/personal/personal-finding.ts';
import type { SensitiveAction, SensitivePolicy } from './settings/sensitive-policy.ts';

/** What was found in a text, and what is to be done with it. */
export interface JudgedFinding {
  readonly kind: SensitiveKind | PersonalKind;
  readonly start: number;
  readonly end: number;
  readonly action: SensitiveAction;
}

/**
 * What a policy has something to say about, in order and without overlap. Personal data that is allowed is not looked for: almost every text has
 * some. `name`: of the member that holds the text.
 */
export function findByPolicy(
  text: string,
  name: string | null,
  { sensitiveData, personalData }: SensitivePolicy,
): readonly JudgedFinding[] {
  const sensitive = findSensitive(text, name).map((finding) => ({ ...finding, action: sensitiveData }));
  if (personalData === 'allow') return sensitive;
  const personal = findPersonal(text, name).map((finding) => ({ ...finding, action: personalData }));
  return joined([...sensitive, ...personal].toSorted((a, b) => a.start - b.start));
}

/** Of two that overlap the stronger action holds for the ranges of both, and of the same action the first name. */
function joined(sorted: readonly JudgedFinding[]): readonly JudgedFinding[] {
  const strength: readonly SensitiveAction[] = ['allow', 'redact', 'refuse'];
  const all: JudgedFinding[] = [];
  for (const finding of sorted) {
    const last = all.at(-1);
    if (!last || last.end <= finding.start) {
      all.push(finding);
      continue;
    }
    const stronger = strength.indexOf(finding.action) > strength.indexOf(last.action) ? finding : last;
    all[all.length - 1] = { ...stronger, start: last.start, end: Math.max(last.end, finding.end) };
  }
  return all;
}
