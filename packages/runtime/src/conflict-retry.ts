import { systemClock } from '@agent-mem/contract';
import { VersionConflict } from '@agent-mem/storage';

const maxTries = 20;
const maxWaitMs = 50;

/** Does it again when a commit met another writer, up to 20 times; then the conflict (`aborted`) is the caller's. */
export async function conflictsRetried<Result>(signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof VersionConflict) || tries === maxTries) throw error;
      // The machine's clock and not the service's: writers that met must part even while a test holds time still.
      await systemClock.sleep(Math.random() * Math.min(2 ** tries, maxWaitMs), signal);
    }
  }
}
