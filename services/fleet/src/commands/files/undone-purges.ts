import { DatabaseSync } from 'node:sqlite';
import type { Scope } from '@agent-mem/contract';
import { conversationHash, isUserScope } from '@agent-mem/policy';
import { type MarkedPurge, purgesMarked } from '@agent-mem/retention';
import type { GraphNode } from '@agent-mem/storage';

/** What of a data file was purged and is there in a backup of it, each in words. Throws where one of the two cannot be read. */
export function undonePurges(dataFile: string, backup: string): readonly string[] {
  using data = new DatabaseSync(dataFile, { readOnly: true });
  using older = new DatabaseSync(backup, { readOnly: true });
  const marks = data
    .prepare(
      "SELECT workspace, user, collection, id, status, properties FROM graph_nodes JOIN scopes USING (scope) WHERE kind = 'PurgeMark'",
    )
    .all();
  const undone = marks.flatMap(({ workspace, user, collection, id, status, properties }) => {
    const scope = { workspace, user, collection } as unknown as Scope;
    // Marks are read by these members alone.
    const mark = { id, status, properties: JSON.parse(String(properties)) } as unknown as GraphNode;
    return purgesMarked(scope, [mark]).flatMap((purge) => thereAgain(older, scope, purge));
  });
  return [...new Set(undone)].toSorted();
}

function thereAgain(backup: DatabaseSync, scope: Scope, { memoryId, conversation, before }: MarkedPurge): readonly string[] {
  const { workspace, user, collection } = scope;
  const isUser = isUserScope(scope);
  const rows = backup
    .prepare(
      `SELECT DISTINCT conversation_id FROM graph_nodes JOIN scopes USING (scope)
       WHERE workspace = ? AND user = ? AND (collection = ? OR ?) AND kind <> 'PurgeMark' AND created_at < ? AND (id = ? OR ?)`,
    )
    .all(workspace, user, collection, Number(isUser), new Date(before).toISOString(), memoryId ?? '', Number(memoryId === null));
  const where = `workspace ${workspace}, user ${user}, ${isUser ? 'all collections' : `collection ${collection}`}`;
  if (conversation === null) return rows.length === 0 ? [] : [memoryId === null ? where : `${where}, record ${memoryId}`];
  return rows.flatMap(({ conversation_id: name }) =>
    name !== null && conversationHash(String(name)) === conversation ? [`${where}, conversation ${name}`] : [],
  );
}
