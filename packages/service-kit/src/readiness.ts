import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { isOutOfDescriptors, outOfDescriptors } from '@agent-mem/contract';
import type { IndexLag } from '@agent-mem/observability';
import { type Ports, untilAborted } from '@agent-mem/runtime';

const limitMs = 2_000;

/** Whether work can be done now, and if not, why. */
export interface Readiness {
  readonly ready: boolean;
  readonly reasons: string[];
  /** What is away that the process goes on without, and why; only requests that need it are refused. */
  readonly degraded: string[];
  /** How far the search index is behind the Graph; `null`: the Graph does not tell. */
  readonly index_lag?: IndexLag | null;
}

/** What every request needs: the bus in every process, the Graph where services are. */
export type NeededPort = 'bus' | 'graph';

/** Every port that can be away, by the name that operators read. */
export type PortName = NeededPort | 'search index' | 'key-value store' | 'details';

/** What the process and its ports say of themselves; a reason that is `null` means nothing is wrong. */
export interface PortStates {
  readonly process: string | null;
  readonly ports: readonly { readonly name: PortName; readonly reason: string | null }[];
}

interface Checked {
  check(signal?: AbortSignal): Promise<void>;
}

/** Asks the bus and every store, and whether the process may open files; one that does not answer in 2 s is away. */
export async function askPorts({ bus, graph, searchIndex, keyValue, details }: Ports): Promise<PortStates> {
  const checked: readonly (readonly [PortName, Checked])[] = [
    ['bus', bus],
    ['graph', graph],
    ['search index', searchIndex],
    ['key-value store', keyValue],
    ['details', details],
  ];
  const asked = checked.map(async ([name, port]) => ({ name, reason: await reasonAgainst(port) }));
  const [process, ...ports] = await Promise.all([reasonAgainstProcess(), ...asked]);
  return { process, ports };
}

/** Says whether the bus or a store is away. Those who ask while it looks are answered by the same look. */
export function createAway(ports: Ports): () => Promise<boolean> {
  let looking: Promise<boolean> | null = null;
  async function look(): Promise<boolean> {
    const states = await askPorts(ports);
    return states.ports.some(({ reason }) => reason !== null);
  }
  return () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
}

/** What readiness depends on. */
export interface Needs {
  readonly needed: ReadonlySet<PortName>;
  /** First requests that wait for their answers, a sentence each. */
  readonly warmingUp: readonly string[];
}

/** Ready is a process that has what it needs; ports that say the same, as those that share a file, are named together. */
export function readinessOf({ process, ports }: PortStates, { needed, warmingUp }: Needs): Readiness {
  const reasons = [...(process === null ? [] : [process]), ...warmingUp];
  const degraded: string[] = [];
  const byReason = Map.groupBy(ports, ({ reason }) => reason);
  byReason.delete(null);
  for (const [reason, same] of byReason) {
    const list = same.some(({ name }) => needed.has(name)) ? reasons : degraded;
    list.push(`${same.map(({ name }) => name).join(', ')}: ${reason}`);
  }
  return { ready: reasons.length === 0, reasons, degraded };
}

async function reasonAgainstProcess(): Promise<string | null> {
  try {
    await (await open(devNull)).close();
    return null;
  } catch (error) {
    return isOutOfDescriptors(error) ? outOfDescriptors : null;
  }
}

async function reasonAgainst(port: Checked): Promise<string | null> {
  const late = AbortSignal.timeout(limitMs);
  try {
    await untilAborted(port.check(late), late);
    return null;
  } catch (error) {
    if (late.aborted) return `no answer within ${limitMs} ms`;
    return error instanceof Error ? error.message : String(error);
  }
}
