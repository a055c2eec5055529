import { batchesOf } from '@agent-mem/contract';
import type { HandChangeOf } from '@agent-mem/vault';
import type { Taking } from './taking.ts';

const lookedUpAtOnce = 500;

/** Refuses files with an id that memory does not have. Of the others the snapshot was lost, or was not written before a crash: they are memory's own. */
export async function refuseUnknown(unknown: readonly HandChangeOf<'unknown'>[], taking: Taking): Promise<void> {
  const { graph, refuse, scope } = taking;
  for (const part of batchesOf(unknown, lookedUpAtOnce)) {
    const nodes = await graph.get(
      scope,
      part.flatMap(({ id }) => id ?? []),
    );
    const own = new Set(nodes.map(({ id }) => id));
    for (const { path, line, id } of part)
      if (id === null || !own.has(id))
        refuse(
          path,
          line,
          'memory has nothing of this id: without it the file is a new fact; vault rebuild makes facts with their ids',
        );
  }
}
