import { canonicalJson, type InvocationStep, isJsonObject, parsedJson } from '@agent-mem/contract';
import { foldedError, readablePart } from './error-text.ts';
import { overcomingOf } from './overcoming/overcoming.ts';

/** Of one invocation no more different errors are stored: what fails so often fails for one reason. */
const mostErrors = 20;
/** Longest arguments that a solution shows, in characters. */
const longestArguments = 1_000;

/** What got over an error. */
export interface Solution {
  readonly attempt: string;
  /** Why it is taken to have done so; empty where rules name it. */
  readonly why: string;
  /** How sure that is. */
  readonly by: 'model' | 'rules' | 'guess';
}

/** An error met in an invocation, and what got over it. */
export interface MetError {
  /** The error folded: its identity. */
  readonly key: string;
  /** As it was read when it was met last, shortened. */
  readonly text: string;
  /** The attempt that met it last. */
  readonly attempt: string;
  /** What got over it; `null`: nothing did. */
  readonly solution: Solution | null;
  /** Attempts of which one must have got over it, in order. */
  readonly candidates: readonly string[];
  /** It was met or got over by a step of this run, and not only by those of another that this one goes on from. */
  readonly isOwn: boolean;
}

/** What an invocation tried in the world and what came of it, without anybody's opinion. */
export interface Experience {
  readonly errors: readonly MetError[];
  /** Positions of the steps that only looked, between an error and what got over it. */
  readonly looks: ReadonlySet<number>;
  /** Whether an attempt was made in this run, and helped: against an error if that was met, else at all. `null`: it was not made. */
  outcomeOf(attempt: string, errorKey: string): boolean | null;
}

/** Reads what was tried, which errors were met and what got over them, by rules. A step from before `startedAt` (ISO 8601; empty: none is) is of another run, which this one goes on from. */
export function experienceOf(steps: readonly InvocationStep[], startedAt = ''): Experience {
  const firstOwn = steps.findLastIndex(({ timestamp }) => timestamp !== '' && timestamp < startedAt) + 1;
  const tries = steps.map((step) => ({
    action: step.action,
    args: argumentsOf(step.arguments),
    observation: step.observation,
    attempt: attemptOf(step),
    success: step.success,
    key: step.success || step.observation.trim() === '' ? null : foldedError(step.observation),
    text: readablePart(step.observation),
  }));
  const errors = new Map<string, MetError>();
  const looks = new Set<number>();
  for (const [index, { key, text, attempt }] of tries.entries()) {
    if (key === null || (errors.size >= mostErrors && !errors.has(key))) continue;
    const overcoming = overcomingOf(tries, index);
    const candidates = (overcoming?.candidates ?? []).map((at) => tries[at]?.attempt ?? '');
    const named = overcoming && tries[overcoming.likeliest]?.attempt;
    const solution = named ? ({ attempt: named, why: '', by: new Set(candidates).size > 1 ? 'guess' : 'rules' } as const) : null;
    for (const at of overcoming?.looks ?? []) looks.add(at);
    const isOwn = Math.max(index, overcoming?.at ?? index) >= firstOwn;
    errors.set(key, { key, text, attempt, solution, candidates, isOwn });
  }
  return {
    errors: [...errors.values()],
    looks,
    outcomeOf(attempt, errorKey) {
      const met = tries.findIndex(({ key }) => key === errorKey);
      const last = tries.findLastIndex((step, index) => index > met && step.attempt === attempt);
      if (last < firstOwn) return null;
      return tries[last]?.success === true && !tries.slice(last + 1).some(({ key }) => key === errorKey);
    },
  };
}

/** What is new in it: what the steps of another run taught, that run has taught already. */
export function ownExperience(experience: Experience): Experience {
  return { ...experience, errors: experience.errors.filter(({ isOwn }) => isOwn) };
}

/** The arguments of a step by their names; a text that is no JSON object is a command. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> {
  const value = parsedJson(text);
  if (isJsonObject(value)) return { ...value };
  return text.trim() === '' ? {} : { text };
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
