import { OperationError, sha256 } from '@agent-mem/contract';
import type { Context } from '../handler.ts';

/** How long a writer may take with the content of a key. */
const claimMs = 600_000;

/** Does something with the content of a key while no other process writes it. Throws `aborted` while another does. */
export async function asOnlyWriter<Result>(
  memoryKey: string,
  writer: string,
  { keyValue, scope }: Pick<Context, 'keyValue' | 'scope'>,
  write: () => Promise<Result>,
): Promise<Result> {
  const claim = `detail-key/${sha256(memoryKey)}`;
  if (!(await keyValue.acquire(scope, claim, writer, claimMs)))
    throw new OperationError('aborted', `memory_key: ${memoryKey} is just being written by another`);
  try {
    return await write();
  } finally {
    await keyValue.release(scope, claim, writer);
  }
}
