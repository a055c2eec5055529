import { batchesOf, OperationError } from '@agent-mem/contract';
import { type HandChangeOf, metadataOf } from '@agent-mem/vault';
import { writeNodes } from '../write/write-nodes.ts';
import { conversationOfFolder } from './conversation-of-folder.ts';
import { scopeMembers, type Taking } from './taking.ts';

type Added = HandChangeOf<'added'>;

/** Facts that are stored in one commit. */
const atOnce = 1_000;
/** Files that are removed at the same time. */
const removedAtOnce = 16;
const timeoutMs = 60_000;

/**
 * Stores new files of `facts/`, each under its own result, and gives them the names of the layout while the next are stored. A text that memory has already is that
 * fact. `again` takes the paths whose service was away.
 */
export async function addFacts(added: readonly Added[], taking: Taking, again: string[]): Promise<void> {
  let naming = Promise.resolve();
  for (const part of batchesOf(added, atOnce)) {
    const stored = await storePart(part, taking, again);
    await naming;
    naming = nameFiles(stored, taking);
    // It is waited for below, or before the next.
    naming.catch(() => undefined);
  }
  await naming;
}

/** A file whose text is a fact now. What the person has written since is none yet. */
interface Stored {
  readonly path: string;
  readonly sha256: string;
  readonly factId: string;
}

async function storePart(part: readonly Added[], taking: Taking, again: string[]): Promise<readonly Stored[]> {
  const stored: Stored[] = [];
  try {
    const facts = await Promise.all(part.map((file) => requestOf(file, taking)));
    taking.assertOwned();
    const { results } = await taking.caller.call('facts', 'store_many', { ...scopeMembers(taking), facts }, { timeoutMs });
    for (const [index, { fact_id, error, created }] of results.entries()) {
      const file = part[index];
      if (!file) continue;
      const { path, sha256 } = file;
      if (error?.retryable) again.push(path);
      else if (error) taking.refuse(path, null, error.message);
      else {
        stored.push({ path, sha256, factId: fact_id });
        // A fact that was there before is not the writer's to go on with.
        if (created) taking.begunNotes.add({ ...file, factId: fact_id });
      }
    }
    return stored;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    if (error.retryable) again.push(...part.map(({ path }) => path));
    else if (part.length === 1) taking.refuse(part[0]?.path ?? '', null, error.message.replace(/^store_many\.facts\[0\]\./, ''));
    // One of them made the request one that is refused as a whole.
    else for (const each of part) stored.push(...(await storePart([each], taking, again)));
    return stored;
  }
}

async function nameFiles(stored: readonly Stored[], taking: Taking): Promise<void> {
  const { files, graph, scope, snapshot } = taking;
  // Two files may have one text.
  const nodes = await graph.get(scope, [...new Set(stored.map(({ factId }) => factId))]);
  await writeNodes(nodes, taking);
  const others = stored.filter(({ path, factId }) => snapshot.ofNode(factId) && snapshot.ofNode(factId)?.path !== path);
  for (const some of batchesOf(others, removedAtOnce)) {
    taking.assertOwned();
    await Promise.all(some.map(({ path, sha256 }) => files.removeText(path, sha256)));
  }
}

async function requestOf({ document: { members, body }, place }: Added, taking: Taking) {
  const conversation_id = textIn(members.conversation_id) ?? (await conversationOfFolder(place, taking));
  const metadata = metadataOf(members);
  const texts = ['source', 'timestamp', 'subject', 'predicate', 'object', 'valid_from', 'valid_to', 'key'] as const;
  const given = texts.flatMap((name) => (textIn(members[name]) === null ? [] : [[name, textIn(members[name])]]));
  return {
    content: body,
    ...(conversation_id !== null && { conversation_id }),
    ...Object.fromEntries(given),
    ...(typeof members.confidence === 'number' && { confidence: members.confidence }),
    ...(Array.isArray(members.tags) && { tags: members.tags.map(String) }),
    ...(Object.keys(metadata).length > 0 && { metadata_json: JSON.stringify(metadata) }),
  };
}

function textIn(value: unknown): string | null {
  // YAML reads a name of digits as a number.
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : null;
}
