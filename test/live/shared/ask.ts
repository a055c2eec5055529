import { inject } from 'vitest';
import type {} from './global-setup.ts';

/** Asks for a shared server of the run. Rejects with what went wrong there. */
export async function askShared(method: string, path: string): Promise<unknown> {
  const response = await fetch(`${inject('sharedServers')}${path}`, { method });
  if (!response.ok) throw new Error(`The shared servers, ${method} ${path}: ${await response.text()}`);
  return await response.json();
}
