import type { HandChangeOf, KnownFile } from '@agent-mem/vault';
import { saveBeside } from '../write/save-beside.ts';
import { writeNode } from '../write/write-node.ts';
import type { Taking } from './taking.ts';

/** Writes the file of a turn, a summary or a conversation again: what was said is no matter of an edit. The person's text goes into a file of its own. */
export async function putBack(known: KnownFile, edited: HandChangeOf<'edited'> | null, taking: Taking): Promise<void> {
  const { files, graph, scope, snapshot } = taking;
  const [node] = await graph.get(scope, [known.id]);
  if (!node) return;
  if (edited) {
    const beside = await saveBeside(edited.path, edited, files);
    // What was written meanwhile is looked at next.
    if (!(await files.removeText(edited.path, edited.sha256))) return;
    taking.refuse(edited.path, null, `what was said cannot be changed in a file; your text is in ${beside}`);
  } else taking.refuse(known.path, null, 'what was said is not deleted with its file, which is written again');
  snapshot.delete(known.id);
  await writeNode(node, taking);
}
