import type { SensitiveFinding } from '@agent-mem/contract';
import { redact } from './detectors/find-sensitive.ts';
import { quoteBare } from './detectors/redact-json.ts';
import { findByPolicy } from './find-by-policy.ts';
import { SensitiveDataRefused } from './screening.ts';
import { allowsAll, type SensitivePolicy } from './settings/sensitive-policy.ts';

/** Screens a text that comes in pieces: what is cut between two of them is found as in the whole. */
export interface PieceScreen {
  /** What of the text may be stored now; the rest waits for what follows it. Throws `failed-precondition` where the text is to be refused. */
  push(piece: string): string;
  /** What is left. */
  end(): string;
  /** What was found so far, by kind. */
  found(): readonly SensitiveFinding[];
}

/** More than the longest thing that a detector finds. */
const ahead = 24_000;
/** More than stands between a secret and its name. */
const behind = 2_000;
/** Text is read in windows of this size, so that short pieces are not read again and again. */
const portion = 64_000;

/** Screens by a scope's policy. `path`: of the member that a refusal names. */
export function screenPieces(policy: SensitivePolicy, path: string): PieceScreen {
  const counts = new Map<string, number>();
  /** Text that was given out already, for what is named there. */
  let context = '';
  let waiting = '';
  let isJson: boolean | null = null;

  function given(isLast: boolean): string {
    isJson ??= /^\s*[[{]/.test(waiting);
    const findings = findByPolicy(context + waiting, null, policy)
      .map((finding) => ({ ...finding, start: finding.start - context.length, end: finding.end - context.length }))
      .filter(({ start, action }) => start >= 0 && action !== 'allow');
    const end = isLast ? waiting.length : cutBefore(waiting, waiting.length - ahead, findings);
    const text = waiting.slice(0, end);
    const here = findings.filter((finding) => finding.end <= end);
    context = (context + text).slice(-behind);
    waiting = waiting.slice(end);
    const refused = here.find(({ action }) => action === 'refuse');
    if (refused) throw new SensitiveDataRefused(refused.kind, path);
    for (const { kind } of here) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return isJson ? quoteBare(text, here) : redact(text, here);
  }

  return {
    push(piece) {
      if (allowsAll(policy)) return piece;
      waiting += piece;
      return waiting.length < portion + ahead ? '' : given(false);
    },
    end: () => (allowsAll(policy) ? '' : given(true)),
    found: () => [...counts].map(([kind, count]) => ({ kind, count, action: 'redacted' })),
  };
}

/** The last position up to here that lies inside no finding and no sign. */
function cutBefore(text: string, most: number, findings: readonly { readonly start: number; readonly end: number }[]): number {
  const crossing = findings.find(({ start, end }) => start < most && end > most);
  const end = crossing ? crossing.start : most;
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
