import type { HandChangeOf } from '@agent-mem/vault';
import { writeNode } from '../write/write-node.ts';
import { scopeMembers, type Taking } from './taking.ts';

/** Changes the fact of a note whose writer has gone on since it was taken in. Answers false where the file is a note of its own, or memory says something else of it by now. */
export async function goOnWithFact(file: HandChangeOf<'added'>, taking: Taking): Promise<boolean> {
  const { begunNotes, caller, files, graph, scope, snapshot } = taking;
  const begun = begunNotes.before(file);
  const [node] = begun ? await graph.get(scope, [begun.factId]) : [];
  const known = begun && snapshot.ofNode(begun.factId);
  const isAsTakenIn = node?.status === 'ACTIVE' && node.properties.content === begun?.document.body;
  if (!begun || !known || !isAsTakenIn) return false;
  const { path, sha256, document } = file;
  const { factId: fact_id } = begun;
  const request = { ...scopeMembers(taking), fact_id, expected_version: node.version, content: document.body };
  await caller.call('facts', 'update', request, { idempotencyKey: `vault ${fact_id} ${node.version} ${sha256}` });
  begunNotes.add({ ...file, factId: fact_id });
  const [updated] = await graph.get(scope, [fact_id]);
  if (updated) await writeNode(updated, taking);
  taking.assertOwned();
  await files.removeText(path, sha256);
  return true;
}
