import { topicSchema } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { plan, type Wanted } from './plan.ts';

const wanted = plan({
  tenant: 'acme',
  services: [
    { name: 'facts', listens: true },
    { name: 'graph', listens: false },
  ],
  role: 'fleet',
});
const of = <Kind extends Wanted['kind']>(kind: Kind) =>
  wanted.filter((one): one is Extract<Wanted, { kind: Kind }> => one.kind === kind);

describe('plan', () => {
  it('has a namespace a lane, in the tenant', () => {
    expect(of('tenant')).toEqual([{ kind: 'tenant', tenant: 'acme' }]);
    expect(of('namespace').map(({ namespace }) => namespace)).toEqual(['acme/query', 'acme/command', 'acme/event', 'acme/reply']);
  });

  it('keeps what waits for commands, events and dead letters: every subscription stands on a topic of the plan', () => {
    expect(of('subscription').map(({ topic, subscription }) => `${topic} ${subscription}`)).toEqual([
      'persistent://acme/command/facts facts',
      'persistent://acme/command/facts-facts-dead-letters dead-letters',
      'persistent://acme/event/conversation facts',
      'persistent://acme/event/conversation-facts-dead-letters dead-letters',
      'persistent://acme/command/graph graph',
      'persistent://acme/command/graph-graph-dead-letters dead-letters',
    ]);
    const topics = of('topic').map(({ topic }) => topic);
    expect(new Set(of('subscription').map(({ topic }) => topic))).toEqual(new Set(topics));
    expect(new Set(topics).size).toBe(topics.length);
  });

  it('has what else waits, with its dead letters', () => {
    const queue = { lane: 'event', name: 'webhook-crm', persistent: true } as const;
    const more = plan({ tenant: 'acme', services: [], subscriptions: [{ topic: queue, subscription: 'webhooks' }], role: null });
    const topics = ['persistent://acme/event/webhook-crm', 'persistent://acme/event/webhook-crm-webhooks-dead-letters'];
    for (const topic of topics) expect(more).toContainEqual({ kind: 'topic', topic });
    expect(more.filter(({ kind }) => kind === 'subscription')).toEqual([
      { kind: 'subscription', topic: topics[0], subscription: 'webhooks' },
      { kind: 'subscription', topic: topics[1], subscription: 'dead-letters' },
    ]);
  });

  it('has a schema for each topic of a service and for events, also where nothing is stored', () => {
    const facts = topicSchema({ lane: 'query', name: 'facts', persistent: false });
    expect(of('schema').map(({ topic }) => topic)).toEqual([
      'non-persistent://acme/query/facts',
      'persistent://acme/command/facts',
      'non-persistent://acme/query/graph',
      'persistent://acme/command/graph',
      'persistent://acme/event/conversation',
    ]);
    expect(of('schema')[0]?.schema).toBe(facts);
  });

  it('lets no lane whose work must not be lost forget a subscription', () => {
    const expirations = of('policy').filter(({ policy }) => policy === 'subscriptionExpirationMinutes');
    expect(expirations.map(({ namespace, value }) => [namespace, value])).toEqual([
      ['acme/command', 0],
      ['acme/event', 0],
      ['acme/reply', 1_440],
    ]);
  });

  it('permits a role on every lane, and none where none is named', () => {
    expect(of('permission')).toHaveLength(4);
    expect(plan({ tenant: 'acme', services: [], role: null }).some(({ kind }) => kind === 'permission')).toBe(false);
  });
});
