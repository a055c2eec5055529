import type { Scope } from '@agent-mem/contract';
import type { ProfileSchema, RuleSource } from '@agent-mem/policy';
import { turnsByWork } from '@agent-mem/runtime';
import { type Change, everyStatus, type Graph, type NodeWrite, nodeOfWrite } from '@agent-mem/storage';
import { readFact } from '../domain/fact/fact-node.ts';
import { factsAtOnce } from '../domain/fact/facts-at-once.ts';
import {
  fieldNode,
  fieldNodeId,
  inProfile,
  type LinkedFact,
  linkEdge,
  linkOf,
  type ProfileLink,
  readLink,
} from '../domain/profile/profile-link.ts';
import { profileSchema } from './profile-schema-of.ts';

type Reading = { readonly graph: Pick<Graph, 'get' | 'neighbours'>; readonly scope: Scope };
/** What is written beside facts. */
export type Links = Required<Pick<Change, 'nodes' | 'edges'>>;

/** What each commit of facts writes beside them: the field of the profile that each stands in, so that a profile is read without the other facts. */
export async function linksOfCommit(
  nodes: readonly NodeWrite[],
  { graph, scope, defaultSettings }: Reading & Pick<RuleSource, 'defaultSettings'>,
): Promise<Links> {
  const facts = nodes.filter(({ kind, status = 'ACTIVE' }) => kind === 'Fact' && status === 'ACTIVE');
  if (facts.length === 0) return { nodes: [], edges: [] };
  const schema = await profileSchema({ graph, defaultSettings }, scope);
  const read = facts.map(async (node) => {
    const known = node.expectedVersion === 0 ? null : await storedLink(node.id, { graph, scope });
    return { fact: linkedFact(node), known };
  });
  return newLinks(await Promise.all(read), schema, { graph, scope }, facts[0]?.updatedAt ?? '');
}

/** The links of facts by a schema, with the nodes that they lead to and that are not there yet. A fact that never stood in a profile and does not now has none. */
export async function newLinks(
  facts: readonly { readonly fact: LinkedFact; readonly known: ProfileLink | null }[],
  schema: ProfileSchema,
  { graph, scope }: Reading,
  now: string,
): Promise<Links> {
  const turn = turnsByWork(factsAtOnce);
  const linked: { readonly fact: LinkedFact; readonly link: ProfileLink }[] = [];
  for (const { fact, known } of facts) {
    const link = linkOf(fact, schema, known);
    if (link.field !== null || known !== null) linked.push({ fact, link });
    await turn(1);
  }
  return writtenLinks(linked, { graph, scope }, now);
}

/** The edges of links, with the nodes that they lead to and that are not there yet. */
export async function writtenLinks(
  linked: readonly { readonly fact: LinkedFact; readonly link: ProfileLink }[],
  { graph, scope }: Reading,
  now: string,
): Promise<Links> {
  const ends = new Map(linked.map(({ fact, link }) => [fieldNodeId(link.schema, link.field, fact.seenIn), fact.seenIn]));
  const there = new Set((ends.size === 0 ? [] : await graph.get(scope, [...ends.keys()])).map(({ id }) => id));
  const missing = [...ends].filter(([id]) => !there.has(id));
  return {
    nodes: missing.map(([id, seenIn]) => fieldNode(id, seenIn, now)),
    edges: linked.map(({ fact, link }) => linkEdge(fact, link, now)),
  };
}

/** The link that is stored of a fact; `null`: none. */
export async function storedLink(factId: string, { graph, scope }: Reading): Promise<ProfileLink | null> {
  const query = { kinds: [inProfile], direction: 'out', statuses: everyStatus, limit: 1 } as const;
  const { items } = await graph.neighbours(scope, factId, query);
  return items[0] ? readLink(items[0].edge) : null;
}

/** A fact's node as far as its field depends on it. */
export function linkedFact(write: NodeWrite): LinkedFact {
  const node = nodeOfWrite(write, 0);
  const { content, confidence, timestamp, trust, visibility } = readFact(node);
  return {
    id: node.id,
    content,
    confidence,
    timestamp,
    trust,
    seenIn: visibility === 'scope' ? null : (node.conversationId ?? ''),
  };
}
