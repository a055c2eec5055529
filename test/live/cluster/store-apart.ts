import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Init, StoreFactRequest } from '@agent-mem/contract';

/** A fact that was stored, and the id that its client was answered. */
export interface Stored {
  readonly content: string;
  readonly id: string;
}

const script = fileURLToPath(new URL('store-client.ts', import.meta.url));

/** Stores facts by REST from a process of its own, many at once; what the client is told to repeat it repeats. */
export async function storeApart(url: string, facts: readonly Init<StoreFactRequest>[]): Promise<readonly Stored[]> {
  const child = spawn(process.execPath, [script, url], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(facts));
  const output = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The client ended with ${code}`);
  return JSON.parse(output);
}
