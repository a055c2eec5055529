import { canonicalJson, type InvocationStep } from '@agent-mem/contract';
import { foldedError, readablePart } from './error-text.ts';

/** Of one invocation no more different errors are stored: what fails so often fails for one reason. */
const mostErrors = 20;
/** Longest arguments that a solution shows, in characters. */
const longestArguments = 1_000;

/** An error met in an invocation, and what got over it. */
export interface MetError {
  /** The error folded: its identity. */
  readonly key: string;
  /** As it was read when it was met last, shortened. */
  readonly text: string;
  /** The attempt that met it last. */
  readonly attempt: string;
  /** The attempt that got over it; `null`: nothing did. */
  readonly solution: string | null;
}

/** What an invocation tried in the world and what came of it, without anybody's opinion. */
export interface Experience {
  readonly errors: readonly MetError[];
  /** Whether an attempt was made, and helped: against an error if that was met, else at all. `null`: it was not made. */
  outcomeOf(attempt: string, errorKey: string): boolean | null;
}

/**
 * Reads what was tried. The first attempt after an error that succeeded with the same tool got over it; where there is none and the
 * invocation was a success, the first that succeeded at all.
 */
export function experienceOf(steps: readonly InvocationStep[], isSuccess: boolean): Experience {
  const tries = steps.map((step) => ({
    action: step.action,
    attempt: attemptOf(step),
    success: step.success,
    key: step.success || step.observation.trim() === '' ? null : foldedError(step.observation),
    text: readablePart(step.observation),
  }));
  const errors = new Map<string, MetError>();
  for (const [index, { key, text, action, attempt }] of tries.entries()) {
    if (key === null) continue;
    const later = tries.slice(index + 1).filter(({ success }) => success);
    const over = later.find((step) => step.action === action) ?? (isSuccess ? later[0] : undefined);
    if (errors.size < mostErrors || errors.has(key)) errors.set(key, { key, text, attempt, solution: over?.attempt ?? null });
  }
  return {
    errors: [...errors.values()],
    outcomeOf(attempt, errorKey) {
      const met = tries.findIndex(({ key }) => key === errorKey);
      const last = tries.findLastIndex((step, index) => index > met && step.attempt === attempt);
      if (last < 0) return null;
      return tries[last]?.success === true && !tries.slice(last + 1).some(({ key }) => key === errorKey);
    },
  };
}

/** A step as it can be repeated: the tool, and its arguments in one order. */
export function attemptOf({ action, arguments: given }: Pick<InvocationStep, 'action' | 'arguments'>): string {
  const characters = [...orderedJson(given)];
  const shortened =
    characters.length > longestArguments ? `${characters.slice(0, longestArguments - 1).join('')}…` : characters.join('');
  return shortened === '' || shortened === '{}' ? action : `${action} ${shortened}`;
}

function orderedJson(text: string): string {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text.trim();
  }
}
