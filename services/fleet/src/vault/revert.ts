import { type Fact, OperationError, type Scope, scopeKey } from '@agent-mem/contract';
import {
  documentOfNode,
  type EntryNode,
  editedFact,
  isEntryFile,
  MalformedFile,
  readDocument,
  readEntry,
} from '@agent-mem/vault';
import type { MemoryClient } from '../memory-client/memory-client.ts';

/** A path that a commit changed, with its text before and after it. */
export interface ChangedText {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What was done about one fact, or why nothing was. */
export interface Reverted {
  readonly id: string;
  readonly done: 'deleted' | 'restored' | 'changed' | 'as it was' | 'left';
  readonly reason: string | null;
}

/**
 * Brings each fact that a commit changed back to what its file said before, by the operations that every caller has. What was said in a conversation stays said: the
 * files of turns and summaries are passed over.
 */
export async function* revertFacts(changes: readonly ChangedText[], scope: Scope, client: MemoryClient): AsyncIterable<Reverted> {
  const before = entriesOf(changes.map(({ path, before }) => ({ path, text: before })));
  const after = entriesOf(changes.map(({ path, after }) => ({ path, text: after })));
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    try {
      yield { id, done: await revertFact(id, before.get(id) ?? null, scope, client), reason: null };
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      yield { id, done: 'left', reason: error.message };
    }
  }
}

async function revertFact(id: string, before: EntryNode | null, scope: Scope, client: MemoryClient): Promise<Reverted['done']> {
  const { workspace, user, collection } = scope;
  const own = { workspace, user, collection, fact_id: id };
  const { fact } = await client.call('facts', 'get', { ...own, include_deleted: true });
  if (!fact) return 'as it was';
  if (before?.status !== 'ACTIVE') {
    if (fact.status !== 'ACTIVE') return 'as it was';
    await client.call('facts', 'delete', own);
    return 'deleted';
  }
  const isBack = fact.status !== 'ACTIVE';
  const now = isBack ? (await client.call('facts', 'restore', own)).fact : fact;
  const edited = editedFact(documentOfNode(nodeOfFact(now ?? fact, before)), documentOfNode(before));
  if (!('edit' in edited) || edited.edit === null) return isBack ? 'restored' : 'as it was';
  const { tags, clear, ...edit } = edited.edit;
  await client.call('facts', 'update', {
    ...own,
    ...edit,
    ...(tags && { tags: [...tags] }),
    ...(clear && { clear: [...clear] }),
  });
  return isBack ? 'restored' : 'changed';
}

/** A fact as the node of its file, as far as an edit can change it. */
function nodeOfFact(fact: Fact, before: EntryNode): EntryNode {
  const { content, tags, confidence, metadata, metadata_json, valid_from, valid_to } = fact;
  return {
    ...before,
    validFrom: valid_from,
    validTo: valid_to,
    properties: { ...before.properties, content, tags, confidence, metadata, metadata_json },
  };
}

/** The facts in these texts by their ids; where a fact has two, the one in use. */
function entriesOf(texts: readonly { readonly path: string; readonly text: string | null }[]): ReadonlyMap<string, EntryNode> {
  const entries = new Map<string, EntryNode>();
  for (const { path, text } of texts) {
    const entry = text !== null && isEntryFile(path) ? entryIn(text) : null;
    if (entry?.kind === 'Fact' && entries.get(entry.id)?.status !== 'ACTIVE') entries.set(entry.id, entry);
  }
  return entries;
}

function entryIn(text: string): EntryNode | null {
  try {
    return readEntry(text);
  } catch (error) {
    if (error instanceof MalformedFile) return null;
    throw error;
  }
}

/** The changes of one scope: in a vault of all scopes their files say whose they are. */
export function changesOfScope(changes: readonly ChangedText[], scope: Scope, folder: string): readonly ChangedText[] {
  const isOwn = ({ before, after }: ChangedText) => {
    const { scope: said } = readDocument(before ?? after ?? '').members;
    return said === undefined || said === scopeKey(scope);
  };
  return changes
    .filter(({ path }) => path.startsWith(folder === '' ? '' : `${folder}/`))
    .map((change) => ({ ...change, path: folder === '' ? change.path : change.path.slice(folder.length + 1) }))
    .filter((change) => isEntryFile(change.path) && isOwn(change));
}
