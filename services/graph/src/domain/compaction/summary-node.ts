import { archivedNode, releaseUniqueKey, storedCompaction, summarizedByEdge } from '@agent-mem/retention';
import { type EdgeWrite, type GraphNode, type NodeWrite, wordsOf } from '@agent-mem/storage';
import { matterOf, saidAt } from './matter.ts';

/** The summary that takes the place of nodes. */
export interface NewSummary {
  readonly id: string;
  readonly content: string;
  /** What wrote it; `null`: rules. */
  readonly model: string | null;
  readonly jobId: string;
  /** The unique keys of the nodes by holder: what is compacted lets them go, so that the same things can be stored anew. */
  readonly uniqueKeys: ReadonlyMap<string, readonly GraphNode[]>;
}

/** Most characters of the words that a summary is found by beside its own. */
const mostFoundBy = 2_000;
/** A shorter word tells little of what is asked, unless it is a number. */
const leastLetters = 4;

/** The writes that put a summary in the place of nodes, each of which must be as it was read. `now`: ISO 8601, UTC. */
export function summaryWrites(
  originals: readonly GraphNode[],
  { id, content, model, jobId, uniqueKeys }: NewSummary,
  now: string,
): { readonly nodes: readonly NodeWrite[]; readonly edges: readonly EdgeWrite[] } {
  const placed = originals.filter(({ ordinal }) => ordinal !== null);
  const conversations = new Set((placed.length > 0 ? placed : originals).map(({ conversationId }) => conversationId));
  const [conversationId = null] = conversations;
  const ordinals = originals.flatMap(({ kind, ordinal }) => (kind === 'Message' || kind === 'Summary' ? (ordinal ?? []) : []));
  const weights = originals.flatMap(({ weight }) => weight ?? []);
  const isPrivate = originals.some(({ properties }) => properties.visibility === 'conversation');
  const covers = originals.flatMap(({ kind, properties }) =>
    kind === 'Summary' ? storedCompaction.read(properties).covers : [kind],
  );
  const summary: NodeWrite = {
    id,
    kind: 'Summary',
    weight: weights.length > 0 ? Math.max(...weights) : null,
    conversationId: conversations.size === 1 ? conversationId : null,
    // It stands where the last of them stood.
    ordinal: ordinals.length > 0 ? Math.max(...ordinals) : null,
    createdAt: now,
    updatedAt: now,
    // It falls due with the first of them.
    dueAt: originals.flatMap(({ dueAt }) => dueAt ?? []).toSorted()[0] ?? null,
    indexedVersion: 0,
    properties: storedCompaction.write({
      summary_content: content,
      original_node_ids: originals.map((node) => node.id),
      covers: [...new Set(covers)].toSorted(),
      generating_model: model,
      job_id: jobId,
      visibility: isPrivate ? 'conversation' : 'scope',
      timestamp: originals.map(saidAt).toSorted().at(-1) ?? now,
      found_by: foundBy(originals, content),
    }),
    expectedVersion: 0,
  };
  const released = [...uniqueKeys.values()].flat().map((key) => releaseUniqueKey(key, now));
  const givenUpBy = (holder: string) => (uniqueKeys.get(holder) ?? []).map((key) => key.id);
  return {
    nodes: [summary, ...originals.map((node) => archivedNode(node, 'compaction', now)), ...released],
    edges: originals.map((node) => summarizedByEdge(node.id, id, givenUpBy(node.id), now)),
  };
}

/** The words of the originals that the summary leaves out, each once, as many as fit. */
function foundBy(originals: readonly GraphNode[], content: string): string {
  const known = new Set(wordsOf(content));
  const words: string[] = [];
  let length = 0;
  for (const node of originals) {
    for (const word of wordsOf(matterOf(node).content)) {
      if (known.has(word) || (word.length < leastLetters && !/\d/.test(word))) continue;
      known.add(word);
      length += word.length + 1;
      if (length > mostFoundBy) return words.join(' ');
      words.push(word);
    }
  }
  return words.join(' ');
}
