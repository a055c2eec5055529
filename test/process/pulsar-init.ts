import { once } from 'node:events';
import { temporaryDirectory } from '@agent-mem/testing';
import { spawnFleet } from './fleet-process.ts';

/** A program that hangs is named by what it had printed, and not by the time of a hook. */
const timeoutMs = 120_000;

/** Prepares a broker as an operator does, by `init` of a version. Default: of the present one. Throws with what the program complained of. */
export async function pulsarInit(
  busUrl: string,
  environment: Readonly<Record<string, string>> = {},
  program?: string,
): Promise<void> {
  await using directory = await temporaryDirectory();
  const options = { directory: directory.path, args: ['init'], environment: { ...environment, BUS_URL: busUrl } };
  await using init = spawnFleet(program === undefined ? options : { ...options, program });
  const [code] = await once(init.child, 'close', { signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
    throw new Error(`init did not end: ${init.output()}${init.errors()}`, { cause });
  });
  if (code !== 0) throw new Error(`init ended with ${code}: ${init.errors()}`);
}
