import { newId, textHash } from '@agent-mem/contract';
import { defineService, type EventHandler, type Handler } from '@agent-mem/service-kit';

/** A stand-in for the facts service: real contract, hardly any domain. Content that starts with "!" tells it how to behave. */
export const notesService = defineService({
  name: 'facts',
  owns: ['Fact', 'Guard'],
  variables: {},
  handlers: { store, get },
  documentOf: (node) => {
    if (node.kind !== 'Fact' || node.status !== 'ACTIVE') return null;
    return { text: String(node.properties.content), timestamp: node.createdAt };
  },
  events: { 'conversation-ended': noteTheEnd },
});

type Store = Handler<'facts', 'store', Record<string, never>>;
type Get = Handler<'facts', 'get', Record<string, never>>;

async function store(...[{ content }, { graph, scope, index, clock }]: Parameters<Store>): ReturnType<Store> {
  if (content === '!bug') throw new TypeError(`cannot read ${content}`);
  if (content === '!hang') return await new Promise<never>(() => undefined);
  const uniqueKeyId = `guard_${textHash(content)}`;
  const [uniqueKey] = await graph.get(scope, [uniqueKeyId]);
  if (uniqueKey) return { fact_id: String(uniqueKey.properties.holder), created: false };
  const answer = { fact_id: newId('fact'), created: true };
  const now = new Date(clock.now()).toISOString();
  const times = { createdAt: now, updatedAt: now };
  const nodes = [
    { id: answer.fact_id, kind: 'Fact', indexedVersion: 0, properties: { content }, ...times },
    { id: uniqueKeyId, kind: 'Guard', expectedVersion: 0, properties: { holder: answer.fact_id }, ...times },
  ] as const;
  await graph.commit(scope, { nodes }, answer);
  await index(scope, [answer.fact_id]);
  return answer;
}

async function get(...[{ fact_id }, { graph, scope }]: Parameters<Get>): ReturnType<Get> {
  const [node] = await graph.get(scope, [fact_id]);
  return { fact: { id: fact_id, content: String(node?.properties.content ?? '') } };
}

async function noteTheEnd(...[event, { graph, scope }]: Parameters<EventHandler<Record<string, never>>>): Promise<void> {
  const times = { createdAt: event.timestamp, updatedAt: event.timestamp };
  await graph.commit(scope, { nodes: [{ id: newId('fact'), kind: 'Fact', properties: { content: 'ended' }, ...times }] }, {});
}
