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
  let [node] = await graph.get(scope, [known.id]);
  if (!node || !(await saysAsFiled(node, known, taking))) return;
  if (path !== known.path) taking.wrote(node, [known.path, path]);
  if (place.kind !== 'fact') return taking.refuse(path, null, 'a fact lies in a folder facts/');
  if (place.isDeleted && node.status === 'ACTIVE') {
    await removeFact({ ...known, path }, taking);
    return;
  }
  if (place.isDeleted) {
    if (sha256 !== known.sha256)
      return taking.refuse(
        path,
        null,
        `the fact is ${node.status}: move its file out of deleted/ to make it active, then change it`,
      );
    return snapshot.set({ ...known, path });
  }

  const idempotencyKey = `vault ${known.id} ${known.version} ${sha256}`;
  let version = node.version;
  if (node.status !== 'ACTIVE') {
    await caller.call(
      'facts',
      'restore',
      { ...scopeMembers(taking), fact_id: known.id },
      { idempotencyKey: `${idempotencyKey} restored` },
    );
    [node] = await graph.get(scope, [known.id]);
    if (!node) return;
    version = node.version;
  }
  const now = inUse(documentOfNode(node));
  let edited = editedFact(now, inUse(change.document));
  if ('fixed' in edited && (await isOfEarlierVersion(change.document, known.id, taking)))
    edited = editedFact(now, withFixedMembersOf(now, inUse(change.document)));
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
    const request = { ...scopeMembers(taking), fact_id: known.id, expected_version: version, ...rest };
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

/** Whether the front matter is of an earlier version of the fact, as an editor writes that has not read the file again, or git where it goes back. */
async function isOfEarlierVersion(document: VaultDocument, id: string, { graph, scope }: Taking): Promise<boolean> {
  const versions = await graph.history(scope, id);
  return versions.some(({ node }) => 'edit' in editedFact(inUse(documentOfNode(node)), inUse(document)));
}

/** A document as it would be of a fact in use: what says that it is in use no more is left out. */
function inUse({ members: { status: _, replaced_by: __, ...members }, body }: VaultDocument): VaultDocument {
  return { members, body };
}
