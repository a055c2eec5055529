import type { GraphNode } from '@agent-mem/storage';
import { conflictPath, documentOfNode, linksOf, writeDocument } from '@agent-mem/vault';
import type { OpenScope } from '../open-scope.ts';
import { isOwnText } from './own-text.ts';
import { pathOfNode } from './path-of-node.ts';
import { saysAsFiled } from './says-as-filed.ts';

/**
 * Brings the file of a node in line with it, once for each version. What a person has changed in the file meanwhile does not win where memory says something else now:
 * it goes into a file of its own beside it. Where memory says the same, the file is left as the person left it, to be taken in. A path that
 * cannot be read, or that a symbolic link leads to, is reported and left alone.
 */
export async function writeNode(node: GraphNode, open: OpenScope): Promise<void> {
  const { files, log, snapshot } = open;
  const known = snapshot.ofNode(node.id);
  const path = pathOfNode(node, snapshot);
  if (known?.version === node.version && known.path === path) return;

  const there = known?.path ?? path;
  const file = await files.read(there);
  if (file.state === 'refused') return open.leftAlone(file);
  const target = path === there ? file : await files.read(path);
  if (target.state === 'refused') return open.leftAlone(target);
  const isByHand =
    file.state === 'missing' ? known !== null : file.sha256 !== known?.sha256 && !(await isOwnText(file.text, node, open));
  if (isByHand && known && open.takesIn && node.kind === 'Fact' && (await saysAsFiled(node, known, open))) return;
  const paths: string[] = [];
  if (isByHand && file.state === 'text') {
    const beside = conflictPath(there, file.sha256);
    await files.write(beside, file.text);
    paths.push(beside);
    log.warn(
      { file: there, conflict: beside },
      'memory changed what was also changed by hand; the text by hand is in a file of its own',
    );
  }
  const added = { ...(open.scopeName !== null && { scope: open.scopeName }), links: linksOf(node, pathOfId(open)) };
  const sha256 = await files.write(path, writeDocument(documentOfNode(node, added)));
  paths.push(path);
  if (there !== path) {
    await files.remove(there);
    paths.push(there);
  }
  snapshot.set({ path, id: node.id, sha256, version: node.version });
  open.wrote(node, paths);
}

function pathOfId({ snapshot }: OpenScope): (id: string) => string | null {
  return (id) => snapshot.ofNode(id)?.path ?? null;
}
