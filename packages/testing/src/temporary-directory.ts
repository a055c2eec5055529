import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty directory that goes away, with all that is in it, when it is disposed. */
export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Makes one under the machine's folder for such. */
export async function temporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'agent-mem-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
