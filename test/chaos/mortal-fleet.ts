import { setTimeout as wait } from 'node:timers/promises';
import { type FleetProcess, type FleetProcessOptions, spawnFleet, startFleetProcess } from '../process/fleet-process.ts';

/** A moment at which the fleet is killed. */
export interface Kill {
  /** Milliseconds from when it is due. */
  readonly afterMs: number;
  /** Milliseconds from the next start at which it is killed once more; `null`: that start is left alone. */
  readonly againMs: number | null;
}

/** The program, killed and started again on its data directory. */
export interface MortalFleet extends AsyncDisposable {
  /** Where it listens; waits while it is dead. */
  url(): Promise<string>;
  /** Kills it with SIGKILL and starts it again; one that dies already does so once more afterwards. */
  kill(moment: Kill): void;
  /** Resolves when it has died as often as it was to. */
  survived(): Promise<void>;
  /** SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** How often it was killed. */
  readonly kills: number;
  /** Of each start, until it was ready. */
  readonly startsMs: readonly number[];
}

/** A start that fails is tried again for so long where a supervisor is wanted. */
const supervisedMs = 240_000;

/**
 * Starts it.
 *
 * @param isSupervised a start after a kill that ends by itself is made again, as under any orchestrator: the servers it needs may be away. Default false.
 */
export async function startMortalFleet(options: FleetProcessOptions, isSupervised = false): Promise<MortalFleet> {
  const startsMs: number[] = [];
  let kills = 0;
  const start = async (until = 0): Promise<FleetProcess> => {
    const began = performance.now();
    try {
      const started = await startFleetProcess(options);
      startsMs.push(performance.now() - began);
      return started;
    } catch (error) {
      if (performance.now() > until) throw error;
      await wait(500);
      return start(until);
    }
  };
  let living = await start();
  let fleet: Promise<FleetProcess> = Promise.resolve(living);
  let dying: Promise<unknown> = Promise.resolve();

  async function reborn({ againMs }: Kill): Promise<FleetProcess> {
    await living.kill();
    kills += 1;
    if (againMs !== null) {
      const starting = spawnFleet(options);
      await wait(againMs);
      await starting.kill();
      kills += 1;
    }
    living = await start(isSupervised ? performance.now() + supervisedMs : 0);
    return living;
  }

  return {
    url: async () => (await fleet).httpUrl,
    kill(moment) {
      dying = dying.then(async () => {
        await wait(moment.afterMs);
        fleet = reborn(moment);
        await fleet;
      });
      dying.catch(() => undefined);
    },
    survived: async () => void (await dying),
    stop: () => living.stop(),
    get kills() {
      return kills;
    },
    startsMs,
    async [Symbol.asyncDispose]() {
      await dying.catch(() => undefined);
      await living[Symbol.asyncDispose]();
    },
  };
}
