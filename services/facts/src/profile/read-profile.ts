import type { ProfileSchema } from '@agent-mem/policy';
import type { GraphNode } from '@agent-mem/storage';
import { isVisible, readFact } from '../domain/fact/fact-node.ts';
import type { Candidate } from '../domain/profile/profile-block.ts';
import { fieldNodeId, inProfile, linkOf, type ProfileLink, profileRank, readLink } from '../domain/profile/profile-link.ts';
import { type Indexing, profileIndex } from './index-profile.ts';
import { linkedFact } from './profile-links.ts';

/** A fact that may stand in the profile, with who found its field. */
export interface ProfileCandidate extends Candidate {
  readonly node: GraphNode;
  readonly by: ProfileLink['by'];
}

/** Facts of one field that are read, the best: some of them may not hold at this time. */
const mostOfField = 32;
/** Facts that one conversation alone sees that are read. */
const mostOfConversation = 100;

/** The facts that may stand in a profile, read by the fields that they lead to: no other fact is looked at. */
export async function profileCandidates(
  context: Indexing,
  schema: ProfileSchema,
  conversationId: string | null,
): Promise<readonly ProfileCandidate[]> {
  const { clock, graph, scope } = context;
  const { isWhole, newest } = await profileIndex(context, schema);
  const leadingTo = async (id: string, limit: number) => {
    const query = { kinds: [inProfile], direction: 'in', sort: 'weightDescending', limit } as const;
    return (await graph.neighbours(scope, id, query)).items;
  };
  const ofFields = schema.fields.map(({ name }) => leadingTo(fieldNodeId(schema.id, name, null), mostOfField));
  const ofConversation =
    conversationId === null ? [] : [leadingTo(fieldNodeId(schema.id, null, conversationId), mostOfConversation)];
  const linked = (await Promise.all([...ofFields, ...ofConversation])).flat();
  const found = new Map(linked.map(({ edge, node }) => [node.id, { node, link: readLink(edge) }]));
  for (const node of isWhole ? [] : newest)
    if (!found.has(node.id)) found.set(node.id, { node, link: linkOf(linkedFact(node), schema, null) });
  const now = clock.now();
  return [...found.values()].flatMap(({ node, link }) => {
    if (!link?.field || link.schema !== schema.id) return [];
    if (!isVisible(node, conversationId) || !holdsAt(node, now)) return [];
    const fact = readFact(node);
    return { id: node.id, field: link.field, content: fact.content, rank: profileRank(fact), node, by: link.by };
  });
}

/** Whether a fact holds in the world at a time. */
function holdsAt({ validFrom, validTo }: GraphNode, now: number): boolean {
  return (validFrom === null || Date.parse(validFrom) <= now) && (validTo === null || Date.parse(validTo) > now);
}
