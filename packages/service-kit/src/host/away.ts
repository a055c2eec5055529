import type { Ports } from '@agent-mem/runtime';
import { askPorts } from '../readiness.ts';

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
