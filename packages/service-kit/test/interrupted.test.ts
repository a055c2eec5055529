import { conversationEvents, deadLetterSubscription, deadLetterTopic, serviceTopic } from '@agent-mem/contract';
import { type Bus, defaultMaxAttempts, publishEvent } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { eventOf, hosting, memoryPorts, notesService } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { defineService } from '../src/index.ts';

const ended = eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'idle' } } });
const command = serviceTopic('facts', 'command');

test.each([
  ['an event', conversationEvents, (bus: Bus) => publishEvent(bus, ended)],
  ['a command', command, (bus: Bus) => bus.publish(command, { payload: '{"store":{"content":"tea"}}' })],
] as const)('%s that one stop after the other interrupts is given up by none of them', async (_what, topic, publish) => {
  const clock = turnedClock();
  const ports = memoryPorts({ clock });
  let begun = 0;
  const hang = () => {
    begun += 1;
    return new Promise<never>(() => undefined);
  };
  const hanging = defineService({ ...notesService, handlers: { store: hang }, events: { 'conversation-ended': hang } });
  for (let start = 1; start <= defaultMaxAttempts + 1; start += 1) {
    await using _host = await hosting({ ports, services: [hanging], drainMs: 1 });
    if (start === 1) await publish(ports.bus);
    await vi.waitFor(async () => {
      await clock.advance(60_000);
      expect(begun).toBe(start);
    }, 20_000);
  }
  expect(await ports.bus.peek(deadLetterTopic(topic, 'facts'), deadLetterSubscription, 1)).toEqual([]);
});
