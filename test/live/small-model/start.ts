import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface SmallModel extends AsyncDisposable {
  /** For `LLM_URL`. */
  readonly url: string;
}

/** Starts the small model's server; resolves when it answers. */
export async function startSmallModel(folder: string): Promise<SmallModel> {
  const script = fileURLToPath(new URL('server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([first]) => first as string),
    exited.then(([code]) => Promise.reject(new Error(`The small model ended with ${code} before it listened`))),
  ]);
  const { port } = JSON.parse(line) as { port: number };
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
