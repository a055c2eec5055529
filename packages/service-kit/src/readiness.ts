import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { isOutOfDescriptors, outOfDescriptors } from '@agent-mem/contract';
import type { IndexLag } from '@agent-mem/observability';
import type { Ports } from '@agent-mem/runtime';

const limitMs = 2_000;

/** Whether work can be done now, and if not, why. */
export interface Readiness {
  readonly ready: boolean;
  readonly reasons: string[];
  /** How far the search index is behind the Graph; `null`: the Graph does not tell. */
  readonly index_lag?: IndexLag | null;
}

/** Asks the bus and every store, and whether the process may open files; one that does not answer in 2 s is not ready. */
export async function checkPorts(ports: Ports): Promise<Readiness> {
  const { bus, graph, searchIndex, keyValue, details } = ports;
  const checks = { bus, graph, 'search index': searchIndex, 'key-value store': keyValue, details };
  const asked = Object.entries(checks).map(async ([name, port]) => ({ name, reason: await reasonAgainst(port) }));
  const [own, ...answers] = await Promise.all([reasonAgainstProcess(), ...asked]);
  const byReason = Map.groupBy(answers, ({ reason }) => reason);
  byReason.delete(null);
  // Stores that share a file say the same of it.
  const reasons = [...byReason].map(([reason, same]) => `${same.map(({ name }) => name).join(', ')}: ${reason}`);
  if (own !== null) reasons.unshift(own);
  return { ready: reasons.length === 0, reasons };
}

async function reasonAgainstProcess(): Promise<string | null> {
  try {
    await (await open(devNull)).close();
    return null;
  } catch (error) {
    return isOutOfDescriptors(error) ? outOfDescriptors : null;
  }
}

async function reasonAgainst(port: { check(signal?: AbortSignal): Promise<void> }): Promise<string | null> {
  const signal = AbortSignal.timeout(limitMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${limitMs} ms`)), { once: true });
  });
  try {
    await Promise.race([port.check(signal), late]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
