import type { Ports } from './context.ts';
import type { IndexLag } from './upkeep/index-lag.ts';

const limitMs = 2_000;

/** Whether work can be done now, and if not, why. */
export interface Readiness {
  readonly ready: boolean;
  readonly reasons: string[];
  /** How far the search index is behind the Graph; `null`: the Graph does not tell. */
  readonly index_lag?: IndexLag | null;
}

/** Asks the bus and every store; one that does not answer in 2 s is not ready. */
export async function checkPorts(ports: Ports): Promise<Readiness> {
  const { bus, graph, searchIndex, keyValue, details } = ports;
  const checks = { bus, graph, 'search index': searchIndex, 'key-value store': keyValue, details };
  const answers = await Promise.all(Object.entries(checks).map(([name, port]) => reasonAgainst(name, port)));
  const reasons = answers.flatMap((reason) => reason ?? []);
  return { ready: reasons.length === 0, reasons };
}

async function reasonAgainst(name: string, port: { check(signal?: AbortSignal): Promise<void> }): Promise<string | null> {
  const signal = AbortSignal.timeout(limitMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${limitMs} ms`)), { once: true });
  });
  try {
    await Promise.race([port.check(signal), late]);
    return null;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
