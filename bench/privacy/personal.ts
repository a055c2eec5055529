import { readFile } from 'node:fs/promises';
import { findPersonal } from '@agent-mem/policy/detectors';

/** A text, and what of it is personal data. */
export interface Personal {
  /** `none`: nothing is. */
  readonly kind: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** How the detectors did over some texts. */
export interface PersonalScore {
  readonly found: number;
  readonly missed: readonly string[];
  /** Texts in which something was found that is none, or of another kind. */
  readonly wrong: readonly string[];
  readonly precision: number;
  readonly recall: number;
}

/** Our own texts: those that rules may be made by, and those that judge them. */
export async function loadPersonal(half: 'dev' | 'held-out'): Promise<readonly Personal[]> {
  const lines = await readFile(new URL(`data/personal/${half}.txt`, import.meta.url), 'utf8');
  return lines
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [, kind = '', marked = ''] = /^(\S+) \| (.*)$/s.exec(line) ?? [];
      const start = marked.indexOf('⟦');
      return { kind, text: marked.replace(/[⟦⟧]/g, ''), start, end: marked.indexOf('⟧') - 1 };
    });
}

/** Looks for personal data. It is found where a finding of its kind covers it all. */
export function scorePersonal(texts: readonly Personal[]): PersonalScore {
  const missed: string[] = [];
  const wrong: string[] = [];
  let found = 0;
  for (const { kind, text, start, end } of texts) {
    const findings = findPersonal(text);
    const right = findings.filter((each) => each.kind === kind && each.start <= start && each.end >= end);
    const others = findings.filter((each) => each.kind !== kind || each.end <= start || each.start >= end);
    found += right.length > 0 ? 1 : 0;
    if (kind !== 'none' && right.length === 0) missed.push(`${kind}: ${text}`);
    if (kind === 'none' && others.length > 0) wrong.push(text);
    else if (kind !== 'none' && others.some((each) => each.kind !== kind)) wrong.push(`${kind}: ${text}`);
  }
  const share = (part: number, rest: number) => (part + rest === 0 ? 1 : part / (part + rest));
  return { found, missed, wrong, precision: share(found, wrong.length), recall: share(found, missed.length) };
}
