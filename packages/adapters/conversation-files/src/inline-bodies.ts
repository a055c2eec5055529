import { allPages, everyStatus, type Graph, type GraphArchive, type GraphMaintenance } from '@agent-mem/storage';
import { bodyKinds, isInFile } from './bodies.ts';

const pageSize = 500;

/** Puts into a copy of a Graph the bodies that the original has in files. Nodes stay at their versions; those that were purged meanwhile have no body left, and go from the copy too. */
export async function inlineBodies(copy: Graph & GraphMaintenance & GraphArchive, original: Graph): Promise<void> {
  const query = { kinds: bodyKinds, statuses: everyStatus, order: 'createdAt', limit: pageSize } as const;
  for await (const scope of copy.scopes())
    for await (const nodes of allPages((cursor) => copy.find(scope, { ...query, cursor }))) {
      const bare = nodes.filter(isInFile);
      const whole = new Map(
        (
          await original.get(
            scope,
            bare.map(({ id }) => id),
          )
        ).map((node) => [node.id, node.properties]),
      );
      const records = bare.flatMap((node) => {
        const properties = whole.get(node.id);
        return properties ? [{ node: { ...node, properties } }] : [];
      });
      if (records.length > 0) await copy.load(scope, records);
      const gone = bare.flatMap(({ id }) => (whole.has(id) ? [] : [id]));
      if (gone.length > 0) await copy.purge(scope, { ids: gone });
    }
}
