import type { OpenScope } from '../open-scope.ts';
import { writeNode } from '../write/write-node.ts';
import { allNodes } from './entry-nodes.ts';

/** Files that are written at the same time. */
const atOnce = 16;
const removedAtOnce = 500;

/** Brings every file of a scope in line with memory, and removes those of what was erased for good. Answers the paths that changed. */
export async function catchUp(open: OpenScope, signal: AbortSignal): Promise<readonly string[]> {
  const { files, graph, scope, snapshot } = open;
  const paths: string[] = [];
  const seen = new Set<string>();
  for await (const nodes of allNodes(scope, graph)) {
    signal.throwIfAborted();
    for (const node of nodes) seen.add(node.id);
    for (let from = 0; from < nodes.length; from += atOnce) {
      const written = nodes.slice(from, from + atOnce).map((node) => writeNode(node, open));
      paths.push(...(await Promise.all(written)).flat());
    }
  }
  const unseen = [...snapshot.files()].filter(({ id }) => !seen.has(id));
  for (let from = 0; from < unseen.length; from += removedAtOnce) {
    const part = unseen.slice(from, from + removedAtOnce);
    const there = new Set((await graph.get(scope, part.map(({ id }) => id))).map(({ id }) => id));
    for (const { id, path } of part.filter((file) => !there.has(file.id))) {
      await files.remove(path);
      snapshot.delete(id);
      paths.push(path);
    }
  }
  return paths;
}
