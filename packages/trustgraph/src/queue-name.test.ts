import { describe, expect, it } from 'vitest';
import { subscriptionTypeOf, topicOfQueue } from './queue-name.ts';

describe('topicOfQueue', () => {
  it.each([
    ['request:tg:agent:default:main', 'non-persistent://tg/request/agent:default:main'],
    ['response:tg:config', 'non-persistent://tg/response/config'],
    ['notify:tg:config', 'non-persistent://tg/notify/config'],
    ['flow:tg:triples-store:default:main', 'persistent://tg/flow/triples-store:default:main'],
    ['state:tg:config', 'persistent://tg/state/config'],
  ])('%s', (queue, topic) => {
    expect(topicOfQueue(queue)).toBe(topic);
  });

  it.each([
    ['q0/tg/request/config', 'non-persistent://tg/request/config'],
    ['q1/tg/config/config', 'persistent://tg/config/config'],
    ['q2/tg/config/config', 'persistent://tg/config/config'],
  ])('%s, as before 2.2.15', (queue, topic) => {
    expect(topicOfQueue(queue)).toBe(topic);
  });

  it.each(['non-persistent://tg/request/joke', 'persistent://other/space/a/b'])('takes %s as it is', (topic) => {
    expect(topicOfQueue(topic)).toBe(topic);
  });

  it.each(['', 'request', 'request:tg', 'request::x', 'request:tg:', 'queue:tg:x', 'http://host/x', 'persistent://tg'])(
    'refuses "%s" by name',
    (queue) => {
      expect(() => topicOfQueue(queue)).toThrow(`queue "${queue}": must be`);
    },
  );
});

describe('subscriptionTypeOf', () => {
  it.each([
    ['request:tg:agent:w:f', 'shared'],
    ['flow:tg:triples-store:w:f', 'shared'],
    ['response:tg:agent:w:f', 'exclusive'],
    ['notify:tg:config', 'exclusive'],
    ['non-persistent://tg/response/joke', 'shared'],
  ])('%s: %s', (queue, type) => {
    expect(subscriptionTypeOf(queue)).toBe(type);
  });
});
