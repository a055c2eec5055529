import { idsNamedBy, OperationError, type Scope } from '@agent-mem/contract';
import { nameKey } from '@agent-mem/recall/names';
import type { Handler } from '@agent-mem/service-kit';
import { type Graph, type GraphEdge, nodesById } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { keysOf, nameUniqueKeyId } from '../domain/entities/entity.ts';
import { movedFrom } from '../domain/entities/mention.ts';
import { planSplit, type Split, splitNames } from '../domain/entities/plan-split.ts';
import { nodeMessage } from '../domain/nodes/node-message.ts';
import { activeEntity } from '../entities/entity-of.ts';
import { mentionsOf } from '../entities/mentions-of.ts';
import { moveMentions } from '../entities/move-mentions.ts';
import { partsOf } from '../entities/parts-of.ts';
import { shownNode } from '../shown-node.ts';

/** Makes an entity of a part of what mentions another, or brings back one that was merged. A repeat goes on where the first was cut off. */
export const splitEntity: Handler<'graph', 'split_entity', Config> = async (request, context) => {
  const { graph, scope, clock, signal } = context;
  const name = request.name.trim();
  if (nameKey(name) === '') throw new OperationError('invalid-argument', 'split_entity.name: must have a letter');
  const from = await activeEntity(graph, scope, request.id, 'split_entity.id');
  const { split, merged } = await partsOf(graph, scope, from.id, nameKey(name));
  const known = split ?? merged;
  if (!known && request.mention_ids.length === 0)
    throw new OperationError(
      'invalid-argument',
      'split_entity.mention_ids: is required, since no entity of this name was merged',
    );
  const edges = await chosenMentions(graph, scope, { id: from.id, mention_ids: request.mention_ids }, known?.id ?? null);

  const id = split?.id ?? (await madeOf({ from, name, merged }));
  await moveMentions(graph, scope, edges, id);
  const reply = {
    node: nodeMessage(await shownNode(graph, scope, id), { weight: true }),
    from: nodeMessage(await shownNode(graph, scope, from.id), { weight: true }),
  };
  await graph.commit(scope, {}, reply);
  await context.index(scope, [id, from.id], { signal });
  return reply;

  async function madeOf(asked: Split): Promise<string> {
    const ids = keysOf(splitNames(asked)).map(nameUniqueKeyId);
    const uniqueKeys = await nodesById(graph, scope, ids);
    const nodes = planSplit(asked, uniqueKeys, clock.now());
    await graph.commit(scope, { nodes });
    return nodes[0].id;
  }
};

/** The mentions that are to move: those that are named and have not moved yet; where none is named, those that came with the part. */
async function chosenMentions(
  graph: Pick<Graph, 'neighbours'>,
  scope: Scope,
  { id, mention_ids }: { readonly id: string; readonly mention_ids: readonly string[] },
  part: string | null,
): Promise<readonly GraphEdge[]> {
  const seen = await mentionsOf(graph, scope, id, 'in');
  if (mention_ids.length === 0) return seen.filter((edge) => movedFrom(edge) === part);
  const moved = part === null ? [] : await mentionsOf(graph, scope, part, 'in');
  const names = (edge: GraphEdge, each: string) => idsNamedBy(each).some((named) => edge.id === named || edge.from === named);
  const missing = mention_ids.find((each) => ![...seen, ...moved].some((edge) => names(edge, each)));
  if (missing !== undefined) throw new OperationError('not-found', `split_entity.mention_ids: ${missing} does not mention ${id}`);
  return seen.filter((edge) => mention_ids.some((each) => names(edge, each)));
}
