import { describe, expect, it } from 'vitest';
import { answerSubscription, flowSubscription, pokeSubscription } from './subscription-name.ts';

describe('names of subscriptions', () => {
  it('of a flow name processor, workspace, flow and topic', () => {
    const consumer = { processor: 'agent-mem', workspace: 'acme', flow: 'main', topicName: 'request' };
    expect(flowSubscription(consumer)).toBe('agent-mem--acme--main--request');
  });

  it('of a flow name no workspace where there are none', () => {
    expect(flowSubscription({ processor: 'agent-mem', flow: 'main', topicName: 'request' })).toBe('agent-mem--main--request');
  });

  it('of answers and of pokes are nobody else’s', () => {
    expect(answerSubscription()).toMatch(/^rr-[0-9a-f]{12}$/);
    expect(answerSubscription()).not.toBe(answerSubscription());
    expect(pokeSubscription()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(pokeSubscription()).not.toBe(pokeSubscription());
  });
});
