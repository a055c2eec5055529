import type { PurgePorts } from './purge-under-way.ts';

/** Leaves nothing of it in the files of this process. */
export async function scrub({ graph, searchIndex, keyValue, details, bus }: PurgePorts): Promise<void> {
  const files = [graph, searchIndex, keyValue, details, ...(bus.erasure ? [bus.erasure] : [])];
  await Promise.all(files.map((store) => store.scrub()));
}
