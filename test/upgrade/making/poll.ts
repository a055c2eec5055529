import { setTimeout as wait } from 'node:timers/promises';

const longestMs = 180_000;

/** Looks until the condition holds. Throws, with its name, when it does not for minutes. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + longestMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It never came: ${what}`);
    await wait(50);
  }
}
