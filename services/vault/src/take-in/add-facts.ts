import { OperationError } from '@agent-mem/contract';
import { type HandChange, metadataOf } from '@agent-mem/vault';
import { writeNode } from '../write/write-node.ts';
import { conversationOfFolder } from './conversation-of-folder.ts';
import { scopeMembers, type Taking } from './taking.ts';

type Added = Extract<HandChange, { change: 'added' }>;

/** Facts that are stored in one commit. */
const atOnce = 100;

/** Stores new files of `facts/`, each under its own result, and gives them the names of the layout. A text that memory has already is that fact. */
export async function addFacts(added: readonly Added[], taking: Taking, again: string[]): Promise<void> {
  for (let from = 0; from < added.length; from += atOnce) {
    const part = added.slice(from, from + atOnce);
    try {
      await storePart(part, taking, again);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      if (error.retryable) again.push(...part.map(({ path }) => path));
      else if (part.length > 1) for (const each of part) await addFacts([each], taking, again);
      else taking.refuse(part[0]?.path ?? '', null, error.message);
    }
  }
}

async function storePart(part: readonly Added[], taking: Taking, again: string[]): Promise<void> {
  const { caller, graph, scope, snapshot, files } = taking;
  const facts = await Promise.all(part.map((file) => requestOf(file, taking)));
  const { results } = await caller.call('facts', 'store_many', { ...scopeMembers(taking), facts });
  const nodes = new Map(
    (
      await graph.get(
        scope,
        results.map(({ fact_id }) => fact_id),
      )
    ).map((node) => [node.id, node]),
  );
  for (const [index, { fact_id, error }] of results.entries()) {
    const { path = '' } = part[index] ?? {};
    const node = nodes.get(fact_id);
    if (error?.retryable) again.push(path);
    else if (error) taking.refuse(path, null, error.message);
    else if (node) {
      await writeNode(node, taking);
      if (snapshot.ofNode(fact_id)?.path !== path) await files.remove(path);
    }
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
  return typeof value === 'string' && value !== '' ? value : null;
}
