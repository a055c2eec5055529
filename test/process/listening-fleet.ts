import { once } from 'node:events';
import { vi } from 'vitest';
import { adminUrlIn, type FleetProcess, type FleetProcessOptions, spawnFleet } from './fleet-process.ts';

/** How long to wait on a machine that has other things to do. */
export const patience = { timeout: 180_000, interval: 50 };

/** Starts the program; resolves when it listens, whatever it waits for. */
export async function startListening(options: FleetProcessOptions): Promise<FleetProcess> {
  const fleet = spawnFleet(options);
  const ended = once(fleet.child, 'exit').then(([code]) => {
    throw new Error(`The fleet ended with ${code}: ${fleet.errors()}`);
  });
  const listening = vi.waitFor(() => {
    const [, address] = /^agent-mem listens on (http:\S+)/m.exec(fleet.output()) ?? [];
    if (address === undefined) throw new Error('It does not listen');
    return address;
  }, patience);
  for (const promise of [ended, listening]) promise.catch(() => undefined);
  const httpUrl = await Promise.race([listening, ended]);
  return { ...fleet, httpUrl, adminUrl: adminUrlIn(fleet.output()) ?? httpUrl };
}

/** Whether a process is ready, and if not, why. */
export async function readiness(url: string): Promise<{ readonly status: number; readonly reasons: readonly string[] }> {
  const response = await fetch(`${url}/health/ready`);
  const { reasons } = (await response.json()) as { readonly reasons: readonly string[] };
  return { status: response.status, reasons };
}
