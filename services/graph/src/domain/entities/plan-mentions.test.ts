import { findNames } from '@agent-mem/recall/names';
import { type EdgeWrite, edgeIdOf, type GraphEdge, type GraphNode, nodeOfWrite } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { mentionedEntity, mentionedEntityId } from './entity.ts';
import { movedMention } from './mention.ts';
import { planMentions } from './plan-mentions.ts';

const now = '2026-05-07T00:00:00.000Z';
const fact = { id: 'fact_1', version: 3 };
const bob: GraphNode = nodeOfWrite(mentionedEntity('Bob', 'bob', now), 6);

function planned(text: string, seen: readonly GraphEdge[], entities: Readonly<Record<string, GraphNode>> = {}) {
  return planMentions(fact, findNames(text), seen, { entities: new Map(Object.entries(entities)), uniqueKeys: new Map() }, now);
}

function stored(write: EdgeWrite): GraphEdge {
  return { ...write, version: 1, weight: null, properties: write.properties ?? {} };
}

test('a name that the scope does not know makes an entity, its unique key and a mention', () => {
  const { nodes, edges, expect: expected } = planned('The user met Ann', []);
  const id = mentionedEntityId('ann');
  expect(nodes).toMatchObject([
    { id, kind: 'Entity', expectedVersion: 0, properties: { name: 'Ann', made_by: 'mentions' } },
    { kind: 'Guard', expectedVersion: 0, properties: { holder: id } },
  ]);
  expect(edges).toMatchObject([{ id: edgeIdOf('mentions', 'fact_1', id), kind: 'mentions', from: 'fact_1', to: id }]);
  expect(expected).toEqual([{ id: 'fact_1', version: 3 }]);
});

test('two names of one entity are one mention, and the entity must be as it was read', () => {
  const { nodes, edges, expect: expected } = planned('The user says Bobby to Bob', [], { bob, bobby: bob });
  expect(nodes).toEqual([]);
  expect(edges).toMatchObject([{ to: bob.id, properties: { names: ['bobby', 'bob'] } }]);
  expect(expected).toContainEqual({ id: bob.id, version: bob.version });
});

test('a name that is added to a fact joins the mention that is there; nothing new writes nothing', () => {
  const seen = planned('The user met Bob', [], { bob }).edges.map(stored);
  expect(planned('The user met Bob', seen, { bob }).edges).toEqual([]);
  const added = planned('The user calls Bob just Bobby', seen, { bob, bobby: bob });
  expect(added.edges).toMatchObject([{ id: seen[0]?.id, kind: 'mentions', properties: { names: ['bob', 'bobby'] } }]);
});

test('a mention that a caller moved stays there, and another name of the first entity gets a mention of its own', () => {
  const [mention] = planned('The user met Bob', [], { bob }).edges.map(stored);
  if (!mention) throw new Error('It is there');
  const moved = stored(movedMention(mention, 'ent_other'));
  expect(planned('The user met Bob', [moved], { bob }).edges).toEqual([]);
  const { edges } = planned('The user calls Bob just Bobby', [moved], { bob, bobby: bob });
  expect(edges).toMatchObject([{ to: bob.id, properties: { names: ['bobby'] } }]);
  expect(edges[0]?.id).not.toBe(moved.id);
});

test('a mention that a caller drew is neither changed nor doubled', () => {
  const drawn = stored({
    id: edgeIdOf('mentions', 'fact_1', bob.id),
    kind: 'mentions',
    from: 'fact_1',
    to: bob.id,
    createdAt: now,
  });
  expect(planned('The user met Bob', [drawn], { bob }).edges).toEqual([]);
  expect(planned('The user prefers tea', [drawn]).edges).toEqual([]);
});
