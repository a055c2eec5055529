import type { GraphNode } from '@agent-mem/storage';
import {
  documentOfNode,
  editedFact,
  type HandChangeOf,
  lineOfMember,
  type VaultDocument,
  withFixedMembersOf,
} from '@agent-mem/vault';
import { saysAsFiled } from '../write/says-as-filed.ts';
import { writeTaken } from '../write/write-node.ts';
import { removeFact } from './remove-fact.ts';
import { scopeMembers, type Taking } from './taking.ts';

/**
 * Changes the fact of an edited file. Where memory says something else of it by now than when the file was written, nothing is done here: the next write of the file
 * keeps the person's text beside it.
 */
export async function editFact(change: HandChangeOf<'edited'>, taking: Taking): Promise<void> {
  const { known, path, place, sha256 } = change;
  const { caller, graph, scope, snapshot } = taking;
  const [found] = await graph.get(scope, [known.id]);
  if (!found || !(await saysAsFiled(found, known, taking))) return;
  if (path !== known.path) taking.wrote(found, [known.path, path]);
  if (place.kind !== 'fact') return taking.refuse(path, null, 'a fact lies in a folder facts/');
  if (place.isDeleted) return putAway(change, found, taking);

  const idempotencyKey = `vault ${known.id} ${known.version} ${sha256}`;
  const node = await restored(found, taking, `${idempotencyKey} restored`);
  if (!node) return;
  const edited = await editOf(change, node, taking);
  if ('fixed' in edited) {
    const [first] = edited.fixed;
    return taking.refuse(
      path,
      lineOfMember(change.text, first ?? ''),
      `${edited.fixed.join(', ')}: cannot be changed in the file`,
    );
  }
  if (edited.edit) {
    const { tags, clear, ...rest } = edited.edit;
    const request = { ...scopeMembers(taking), fact_id: known.id, expected_version: node.version, ...rest };
    const lists = { ...(tags && { tags: tags.map(String) }), ...(clear && { clear: [...clear] }) };
    const { fact } = await caller.call('facts', 'update', { ...request, ...lists }, { idempotencyKey });
    // What the person writes from now on changes this version.
    snapshot.set({ path, id: known.id, sha256, version: fact?.version ?? known.version });
    const [updated] = await graph.get(scope, [known.id]);
    if (updated) await writeTaken(updated, path, sha256, taking);
    return;
  }
  taking.wrote(node, [path]);
  // The text is memory's now: the next write replaces it.
  snapshot.set({ path, id: known.id, sha256, version: known.version });
}

/** The file lies in deleted/ now. */
async function putAway({ known, path, sha256 }: HandChangeOf<'edited'>, { status }: GraphNode, taking: Taking): Promise<void> {
  if (status === 'ACTIVE') await removeFact({ ...known, path }, taking);
  else if (sha256 === known.sha256) taking.snapshot.set({ ...known, path });
  else taking.refuse(path, null, `the fact is ${status}: move its file out of deleted/ to make it active, then change it`);
}

/** The fact, active; `undefined`: it is gone. */
async function restored(node: GraphNode, taking: Taking, idempotencyKey: string): Promise<GraphNode | undefined> {
  if (node.status === 'ACTIVE') return node;
  const { caller, graph, scope } = taking;
  await caller.call('facts', 'restore', { ...scopeMembers(taking), fact_id: node.id }, { idempotencyKey });
  const [active] = await graph.get(scope, [node.id]);
  return active;
}

/** What the person changed. Members that cannot be changed are the fact's own where the file is of an earlier version. */
async function editOf({ document }: HandChangeOf<'edited'>, node: GraphNode, taking: Taking) {
  const now = inUse(documentOfNode(node));
  const edited = editedFact(now, inUse(document));
  if (!('fixed' in edited) || !(await isOfEarlierVersion(document, node.id, taking))) return edited;
  return editedFact(now, withFixedMembersOf(now, inUse(document)));
}

/** Whether the front matter is of an earlier version of the fact, as an editor writes that has not read the file again, or git where it goes back. */
async function isOfEarlierVersion(document: VaultDocument, id: string, { graph, scope }: Taking): Promise<boolean> {
  const versions = await graph.history(scope, id);
  return versions.some(({ node }) => 'edit' in editedFact(inUse(documentOfNode(node)), inUse(document)));
}

/** A document as it would be of a fact in use: what says that it is in use no more is left out. */
function inUse({ members: { status: _, replaced_by: __, ...members }, body }: VaultDocument): VaultDocument {
  return { members, body };
}
