import { conversationEvents } from '@agent-mem/contract';
import type { Delivery } from '@agent-mem/messaging';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

it.each(['memory', 'sqlite'] as const)(
  'on %s a trace is followed from the request through the events that come of it',
  async (bus) => {
    await using directory = await temporaryDirectory();
    await using fleet = await startFleet({ bus, directory: directory.path });
    const events: Delivery[] = [];
    await using _ = await fleet.ports.bus.subscribe(conversationEvents, { name: 'watch', type: 'shared' }, async (delivery) => {
      events.push(delivery);
    });
    const said = { conversation_id: 'c', role: 'user', content: 'My wife is Anne' } as const;
    await fleet.caller.call('conversations', 'append_message', said, { traceparent });
    await fleet.caller.call('agent', 'invoke', { question: 'I live in Lisbon', conversation_id: 'c' }, { traceparent });
    await fleet.settled();
    const types = new Set(events.map(({ payload }) => JSON.parse(payload).type));
    expect([...types].toSorted()).toEqual(['fact-stored', 'invocation-completed', 'message-appended']);
    expect(events.map(({ properties }) => properties.traceparent)).toEqual(events.map(() => traceparent));
    expect(events.every(({ payload }) => !payload.includes('traceparent'))).toBe(true);
  },
);
