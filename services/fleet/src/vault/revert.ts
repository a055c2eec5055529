import { type Fact, OperationError, type ResponseOf, type Scope, scopeKey } from '@agent-mem/contract';
import { documentOfNode, type EntryNode, editedFact, entryIn, isEntryFile, readDocument } from '@agent-mem/vault';
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
 * Brings each fact that a commit changed back to what its file said before, by the operations that every caller has. A fact that one of the commit's superseded, and
 * that another turn taught, is believed again: the commit may have seen it superseded alone. What was said in a conversation stays said: the files of turns and
 * summaries are passed over.
 */
export async function* revertFacts(changes: readonly ChangedText[], scope: Scope, client: MemoryClient): AsyncIterable<Reverted> {
  const before = entriesOf(changes.map(({ path, before }) => ({ path, text: before })));
  const after = entriesOf(changes.map(({ path, after }) => ({ path, text: after })));
  const [old, made] = [new Map<string, EntryNode>(), new Set<string>()];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const entry = before.get(id);
    if (entry?.status === 'ACTIVE') old.set(id, entry);
    else made.add(id);
  }
  // What the commit made goes first: while it is believed, a fact that returns would take its place, and the next one the place of that.
  const gone: Reverted[] = [];
  for (const id of made) gone.push(await attempt(id, () => removeFact(id, scope, client)));
  const replaced = made.size === 0 ? [] : await believedBefore(made, scope, client);
  const returning = new Set(replaced.filter((id) => !old.has(id)));
  yield* gone.filter(({ id }) => !returning.has(id));
  for (const [id, entry] of old) yield attempt(id, () => revertFact(id, entry, scope, client));
  for (const id of returning) yield attempt(id, () => restoreFact(id, scope, client));
}

async function attempt(id: string, act: () => Promise<Reverted['done']>): Promise<Reverted> {
  try {
    return { id, done: await act(), reason: null };
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { id, done: 'left', reason: error.message };
  }
}

/** Facts that are superseded by one of these that is deleted, and that were not learned from the same invocation as it. */
async function believedBefore(made: ReadonlySet<string>, scope: Scope, client: MemoryClient): Promise<readonly string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ResponseOf<'facts', 'list'> = await client.call('facts', 'list', {
      ...ownScope(scope),
      statuses: ['SUPERSEDED'],
      limit: 1_000,
      cursor,
    });
    for (const { id, evidence, replaced_by } of page.facts) {
      if (replaced_by === null || !made.has(replaced_by)) continue;
      const { fact: by } = await client.call('facts', 'get', { ...ownScope(scope), fact_id: replaced_by, include_deleted: true });
      const isOfOneTurn = (evidence?.invocation_id ?? '') !== '' && evidence?.invocation_id === by?.evidence?.invocation_id;
      if (by?.status === 'DELETED' && !isOfOneTurn) found.push(id);
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

async function removeFact(id: string, scope: Scope, client: MemoryClient): Promise<Reverted['done']> {
  const own = { ...ownScope(scope), fact_id: id };
  const { fact } = await client.call('facts', 'get', { ...own, include_deleted: true });
  if (fact?.status !== 'ACTIVE') return 'as it was';
  await client.call('facts', 'delete', own);
  return 'deleted';
}

async function restoreFact(id: string, scope: Scope, client: MemoryClient): Promise<Reverted['done']> {
  await client.call('facts', 'restore', { ...ownScope(scope), fact_id: id });
  return 'restored';
}

/** A request has the three names alone. */
function ownScope({ workspace, user, collection }: Scope) {
  return { workspace, user, collection };
}

async function revertFact(id: string, before: EntryNode, scope: Scope, client: MemoryClient): Promise<Reverted['done']> {
  const own = { ...ownScope(scope), fact_id: id };
  const { fact } = await client.call('facts', 'get', { ...own, include_deleted: true });
  if (!fact) return 'as it was';
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
