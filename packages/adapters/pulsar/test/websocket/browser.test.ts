import { serviceTopic, systemClock } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { Backlogs } from '../../src/browse.ts';
import { BrokerReturn } from '../../src/websocket/connection/broker-return.ts';
import { SubscriptionBrowser } from '../../src/websocket/subscription-browser.ts';
import { startToyBroker } from './toy-broker.ts';

const topic = serviceTopic('episodes', 'command');
const ids = ['CAEQAQ==', 'CAEQAg==', 'CAEQAw=='];

const nothing = () => {};

/** A subscription with these ids. `storesAcknowledgement` says whether the acknowledgement of that number, from 1, is stored. */
async function subscription(storesAcknowledgement: (number: number) => boolean) {
  const waiting = new Set(ids);
  let acknowledgements = 0;
  const toy = await startToyBroker(({ socket }) => {
    for (const messageId of waiting) socket.send(JSON.stringify({ messageId, payload: '', properties: {} }));
    socket.on('message', (data) => {
      acknowledgements += 1;
      if (storesAcknowledgement(acknowledgements)) waiting.delete(JSON.parse(String(data)).messageId);
    });
  });
  return { toy, waiting };
}

function browser(url: string, figures: () => { backlog: number; published: number }) {
  const members = { unacknowledged: 0, delayed: 0, members: 0 };
  const stats = async () => new Map([['mine', { ...figures(), ...members }]]);
  return new SubscriptionBrowser(
    {
      tenant: 'mem',
      broker: { url, clock: systemClock, tls: () => ({}) },
      log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
      random: Math.random,
      reconnected: nothing,
      brokerReturn: new BrokerReturn(),
      firstTimeoutMs: 5_000,
    },
    new Backlogs('mem', { stats }),
  );
}

describe('what is dropped from a subscription', () => {
  it('is acknowledged again when the broker did not store it', async () => {
    const { toy, waiting } = await subscription((number) => number > 2);
    await using broker = toy;
    const dropped = await browser(broker.url, () => ({ backlog: waiting.size, published: 3 })).drop(topic, 'mine', ids);
    expect([dropped, waiting.size]).toEqual([3, 0]);
  });

  it('is dropped also when a message was counted as published before it waited', async () => {
    const { toy, waiting } = await subscription(() => true);
    await using broker = toy;
    // The one that waits at last was already in the first count of what was published.
    const late = 'CAEQBA==';
    const published = 4;
    const backlog = () => {
      if (waiting.size === 0) waiting.add(late);
      return waiting.size;
    };
    const dropped = await browser(broker.url, () => ({ backlog: backlog(), published })).drop(topic, 'mine', ids);
    expect([dropped, [...waiting]]).toEqual([3, [late]]);
  });
});
