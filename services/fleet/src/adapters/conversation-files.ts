import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '@agent-mem/contract';
import { dataFile, dataFolder } from '@agent-mem/runtime/data-directory';
import type { HostPorts } from '@agent-mem/service-kit';
import type { FleetConfig } from '../config.ts';
import type { EmbeddedCopy } from '../maintenance/copy-pieces.ts';
import { UsedWrongly } from '../refusal.ts';
import { embeddedFiles } from './embedded-files.ts';

type GraphPort = HostPorts['graph'];

/** The graph as PERSISTENCE_TYPE asks for it; what was written to files before is read also without it. Throws `UsedWrongly` where other processes could write the files of conversations too. */
export async function withPersistence(
  graph: GraphPort,
  config: FleetConfig,
  { busIsShared, directories }: { readonly busIsShared: boolean; readonly directories: readonly string[] },
): Promise<GraphPort> {
  const directory = resolve(config.DATA_DIR);
  const isOurs = !busIsShared && directories.includes(directory);
  const isWritten = config.PERSISTENCE_TYPE === 'files';
  if (!isWritten && !(isOurs && existsSync(dataFolder(directory, 'conversations')))) return graph;
  if (!isOurs) {
    throw new UsedWrongly(
      'PERSISTENCE_TYPE files is for one process, which owns DATA_DIR: set BUS_URL to sqlite:, or PERSISTENCE_TYPE to neo4j',
    );
  }
  const { withConversationFiles } = await import('@agent-mem/conversation-files');
  const saves = isWritten ? (config.PERSISTENCE_AUTO_SAVE ? 'at-once' : 'at-the-end') : 'never';
  return withConversationFiles(graph, { directory, saves });
}

/** A copy of the embedded file that also holds the bodies which are in files: a start on it needs nothing else. */
export function copyWithBodies(copyTo: NonNullable<EmbeddedCopy>, graph: GraphPort, clock: Clock): NonNullable<EmbeddedCopy> {
  return async (path) => {
    const folder = await mkdtemp(join(dirname(path), 'bodies-'));
    try {
      const copy = dataFile(folder);
      const missing = await copyTo(copy);
      {
        await using files = embeddedFiles({ dataDirectory: folder, clock });
        const { graph: copied } = await (await import('@agent-mem/sqlite')).openGraph('sqlite:', { clock, files });
        const { inlineBodies } = await import('@agent-mem/conversation-files');
        await inlineBodies(copied, graph);
        await copied[Symbol.asyncDispose]?.();
      }
      await rename(copy, path);
      return missing;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
