import { BoundedMap, type Clock, isWithin } from '@agent-mem/contract';
import type { Logger } from './logger.ts';

/** A failure that goes on is a line of the log so often, not each time: a server that is away fails several attempts each second. */
const loggedEveryMs = 60_000;
/** Reasons that name records are as many as records. */
const mostReasons = 100;

/** Fields of the line, among them why: an error, or a reason in words. */
export interface Failure {
  readonly err?: unknown;
  readonly reason?: string;
  readonly [field: string]: unknown;
}

/** The log of what is tried again and again. A line is written once a minute for its sentence and its reason. */
export interface FailureLog {
  warn(failure: Failure, sentence: string): void;
  error(failure: Failure, sentence: string): void;
  /** It works again: its next failure is logged at once. */
  over(): void;
}

/** Writes failures that go on to `log`, once a minute for each reason. */
export function createFailureLog(log: Pick<Logger, 'warn' | 'error'>, { now }: Pick<Clock, 'now'>): FailureLog {
  const loggedAt = new BoundedMap<string, number>(mostReasons);

  function isDue({ err, reason = messageOf(err) }: Failure, sentence: string): boolean {
    const key = `${sentence}\n${reason}`;
    const before = loggedAt.get(key);
    if (before !== undefined && isWithin(loggedEveryMs, before, now())) return false;
    loggedAt.set(key, now());
    return true;
  }

  return {
    warn: (failure, sentence) => {
      if (isDue(failure, sentence)) log.warn(failure, sentence);
    },
    error: (failure, sentence) => {
      if (isDue(failure, sentence)) log.error(failure, sentence);
    },
    over: () => loggedAt.clear(),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
