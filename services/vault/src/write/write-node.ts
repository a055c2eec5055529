import type { GraphNode } from '@agent-mem/storage';
import { documentOfNode, type FileState, linksOf, writeDocument } from '@agent-mem/vault';
import type { OpenScope } from '../open-scope.ts';
import { isOwnText } from './own-text.ts';
import { pathOfNode } from './path-of-node.ts';
import { saveBeside } from './save-beside.ts';
import { saysAsFiled } from './says-as-filed.ts';

/** So often a file may change while it is written. */
const attempts = 3;

/** A path and what was seen there. */
interface SeenFile {
  readonly path: string;
  readonly file: Exclude<FileState, { readonly state: 'refused' }>;
}

/**
 * Brings the file of a node in line with it, once for each version. What a person has changed in the file meanwhile does not win where memory says something else now:
 * it goes into a file of its own beside it. Where memory says the same, the file is left as the person left it, to be taken in. A path that
 * cannot be read, or that a symbolic link leads to, is reported and left alone.
 */
export async function writeNode(node: GraphNode, open: OpenScope): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) if (await writeOnce(node, open)) return;
  throw new Error(`${pathOfNode(node, open.snapshot)}: another program changes it each time that memory writes it`);
}

/** Answers false where a file changed between its reading and its writing. */
async function writeOnce(node: GraphNode, open: OpenScope): Promise<boolean> {
  const { files, log, snapshot } = open;
  const known = snapshot.ofNode(node.id);
  const path = pathOfNode(node, snapshot);
  if (known?.version === node.version && known.path === path) return true;

  const there = await seen(known?.path ?? path, open);
  const target = there?.path === path ? there : await seen(path, open);
  if (!there || !target) return true;
  const [edited, inTheWay] = await Promise.all([textByHand(there), there === target ? null : textByHand(target)]);
  const isByHand = there.file.state === 'missing' ? known !== null : edited !== null;
  if (isByHand && known && open.takesIn && node.kind === 'Fact' && (await saysAsFiled(node, known, open))) return true;
  const beside: string[] = [];
  for (const text of [edited, inTheWay]) {
    if (!text) continue;
    open.assertOwned();
    const conflict = await saveBeside(text.path, text, files);
    beside.push(conflict);
    log.warn(
      { file: text.path, conflict },
      'memory changed what was also changed by hand; the text by hand is in a file of its own',
    );
  }
  return await replaceFile(node, there, target, open, beside);

  async function textByHand({ path, file }: SeenFile) {
    const isHand = file.state === 'text' && file.sha256 !== known?.sha256 && !(await isOwnText(file.text, node, open));
    return isHand ? { path, text: file.text, sha256: file.sha256 } : null;
  }
}

/** Writes the file of a node over the text that a person gave it, which memory has taken in. A text that the person has written since stays, to be taken in. */
export async function writeTaken(node: GraphNode, path: string, sha256: string, open: OpenScope): Promise<void> {
  const there = await seen(path, open);
  if (there?.file.state !== 'text' || there.file.sha256 !== sha256) return;
  const place = pathOfNode(node, open.snapshot);
  const target = place === path ? there : await seen(place, open);
  if (target) await replaceFile(node, there, target, open);
}

/** What is at a path; `null`: nothing that may be written, which is reported. */
async function seen(path: string, { files, leftAlone }: OpenScope): Promise<SeenFile | null> {
  const file = await files.read(path);
  if (file.state !== 'refused') return { path, file };
  leftAlone(file);
  return null;
}

/** Writes a node's file, and removes it from where it lay. Answers false where another program has changed the file since it was seen. */
async function replaceFile(
  node: GraphNode,
  there: SeenFile,
  target: SeenFile,
  open: OpenScope,
  others: readonly string[] = [],
): Promise<boolean> {
  const { files, snapshot } = open;
  open.assertOwned();
  const added = { ...(open.scopeName !== null && { scope: open.scopeName }), links: linksOf(node, pathOfId(open)) };
  const sha256 = await files.write(target.path, writeDocument(documentOfNode(node, added)), target.file);
  if (sha256 === null) return false;
  const isMoved = there.path !== target.path;
  if (isMoved && there.file.state === 'text') await files.removeText(there.path, there.file.sha256);
  snapshot.set({ path: target.path, id: node.id, sha256, version: node.version });
  open.wrote(node, [...others, target.path, ...(isMoved ? [there.path] : [])]);
  return true;
}

function pathOfId({ snapshot }: OpenScope): (id: string) => string | null {
  return (id) => snapshot.ofNode(id)?.path ?? null;
}
