import { ascending, conversationNodeId, type Scope } from '@agent-mem/contract';
import { uniqueKeysOfFacts } from '@agent-mem/facts';
import { type ArchiveLine, archiveText, isCompacted } from '@agent-mem/retention';
import { conversationEdgeId, type EdgeWrite, type GraphNode, nodeOfWrite } from '@agent-mem/storage';
import { type EntryNode, saysTheSame } from '@agent-mem/vault';

/**
 * The nodes that memory does not have as their files say them, by the ids of the files. What it has otherwise becomes as its file is.
 *
 * @param held what memory has of them, by id.
 */
export function nodesOfFiles(entries: readonly EntryNode[], held: ReadonlyMap<string, EntryNode>): readonly GraphNode[] {
  const isHeld = ({ id }: EntryNode) => held.has(id);
  const others = entries.filter((entry) => {
    const node = held.get(entry.id);
    return !node || !saysTheSame(entry, node);
  });
  const lost = [...others, ...conversationsWithoutFile(entries)].filter((entry) => !isHeld(entry));
  return [...others.filter(isHeld).map(storedNode), ...lost.map(lostNode)];
}

/** An archive of a scope that holds these nodes, as `import` reads it. */
export function archiveOfNodes(scope: Scope, nodes: readonly GraphNode[], now: string): AsyncIterable<string> {
  return archiveText(scope, now, linesOf(nodes, now));
}

async function* linesOf(nodes: readonly GraphNode[], now: string): AsyncIterable<ArchiveLine> {
  for (const node of nodes) yield { node };
  const facts = nodes.filter(({ kind }) => kind === 'Fact').sort((a, b) => ascending(a.createdAt, b.createdAt));
  for (const write of uniqueKeysOfFacts(facts, now)) yield { node: nodeOfWrite(write, 0) };
  for (const node of nodes)
    for (const edge of edgesOf(node)) yield { edge: { weight: null, properties: {}, ...edge, version: 1 } };
  for (const node of facts) yield { version: { version: node.version, record: 'stored', recordedAt: node.updatedAt, node } };
}

function storedNode(entry: EntryNode): GraphNode {
  const isFound = entry.kind === 'Fact' || entry.kind === 'Message' || entry.properties.tier === 'L3';
  return { ...entry, weight: null, dueAt: null, indexedVersion: isFound ? 0 : null };
}

/**
 * Of what has no file nothing is pointed to: calls of tools, their results, invocations. Without the summary that a compaction has put in its place, what was
 * archived is found by itself again. The version is a new one where the file has to be written again.
 */
function lostNode(entry: EntryNode): GraphNode {
  const { tool_call_ids: _, tool_result_ids: __, ...properties } = entry.properties;
  const { archived_by: ___, ...unarchived } = properties;
  const withoutInvocations = { invocation_count: 0, invocation_base: 0, told_invocations: 0 };
  const lost: EntryNode = {
    ...entry,
    ...(isCompacted(entry) ? { status: 'ACTIVE', properties: unarchived } : { properties }),
    ...(entry.kind === 'Conversation' && { properties: { ...properties, ...withoutInvocations } }),
  };
  return storedNode(saysTheSame(entry, lost) ? lost : { ...lost, version: entry.version + 1 });
}

function conversationsWithoutFile(entries: readonly EntryNode[]): readonly EntryNode[] {
  const there = new Set(entries.filter(({ kind }) => kind === 'Conversation').map(({ conversationId }) => conversationId));
  const said = Map.groupBy(
    entries.filter(({ kind, conversationId }) => kind === 'Message' && !there.has(conversationId)),
    ({ conversationId }) => conversationId ?? '',
  );
  return [...said].map(([conversationId, messages]) => {
    const times = messages.map(({ createdAt }) => createdAt).sort();
    return {
      id: conversationNodeId(conversationId),
      kind: 'Conversation',
      status: 'ACTIVE',
      version: 1,
      conversationId,
      ordinal: null,
      validFrom: null,
      validTo: null,
      createdAt: times[0] ?? '',
      updatedAt: times.at(-1) ?? '',
      properties: { state: 'active', message_count: Math.max(...messages.map(({ ordinal }) => ordinal ?? 0)) },
    };
  });
}

function edgesOf({ id, kind, conversationId, createdAt, properties }: GraphNode): readonly EdgeWrite[] {
  const edge = (name: string, from: string, to: string): EdgeWrite => {
    return { id: conversationEdgeId(name, from, to), kind: name, from, to, createdAt };
  };
  if (kind === 'Message' && conversationId !== null) return [edge('HAS_MESSAGE', conversationNodeId(conversationId), id)];
  const { sources } = properties;
  if (kind !== 'ConversationSummary' || !Array.isArray(sources)) return [];
  return sources.map((source) => edge('SUMMARISES', id, String(source)));
}
