import { batchesOf } from '@agent-mem/contract';
import { entryIn, pathOfConflict } from '@agent-mem/vault';
import type { OpenScope } from '../open-scope.ts';
import { writeNodes } from '../write/write-nodes.ts';
import { allNodes } from './entry-nodes.ts';

const lookedUpAtOnce = 500;

/** Brings every file of a scope in line with memory. Answers the ids of nodes whose files are there and that memory does not have. */
export async function catchUp(open: OpenScope, signal: AbortSignal): Promise<readonly string[]> {
  const { graph, scope, snapshot } = open;
  const seen = new Set<string>();
  for await (const nodes of allNodes(scope, graph)) {
    for (const node of nodes) seen.add(node.id);
    await writeNodes(nodes, open, signal);
  }
  const unseen = [...snapshot.files()].flatMap(({ id }) => (seen.has(id) ? [] : [id]));
  const orphans: string[] = [];
  for (const part of batchesOf(unseen, lookedUpAtOnce)) {
    const there = new Set((await graph.get(scope, part)).map(({ id }) => id));
    orphans.push(...part.filter((id) => !there.has(id)));
  }
  return orphans;
}

/** Removes the files of nodes that were erased for good, and what persons wrote of these nodes that did not win. */
export async function removeErased(ids: readonly string[], open: OpenScope): Promise<void> {
  const { assertOwned, erased, files, snapshot } = open;
  const paths = new Set<string>();
  for (const id of ids) {
    const known = snapshot.ofNode(id);
    if (!known) continue;
    paths.add(known.path);
    assertOwned();
    await files.remove(known.path);
    snapshot.delete(id);
    erased(known.path);
  }
  await removeConflicts(new Set(ids), paths, open);
}

/** By the id that their front matter has still; where a person took it out, by the path that they lie beside. */
async function removeConflicts(
  ids: ReadonlySet<string>,
  paths: ReadonlySet<string>,
  { assertOwned, files }: OpenScope,
): Promise<void> {
  for await (const path of files.conflicts()) {
    const file = await files.read(path);
    const id = file.state === 'text' ? entryIn(file.text)?.id : undefined;
    if (!paths.has(pathOfConflict(path)) && !(id !== undefined && ids.has(id))) continue;
    assertOwned();
    await files.remove(path);
  }
}
