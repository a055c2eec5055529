import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** A fact that was stored, and the id that its client was answered. */
export interface Stored {
  readonly content: string;
  readonly id: string;
}

const script = fileURLToPath(new URL('store-client.ts', import.meta.url));

/** Stores the facts of these numbers by REST from a process of its own, many at once; what the client is told to repeat it repeats. */
export async function storeApart(url: string, user: string, numbers: readonly number[]): Promise<readonly Stored[]> {
  const child = spawn(process.execPath, [script, url, user], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(numbers));
  const output = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The client ended with ${code}`);
  return JSON.parse(output);
}
