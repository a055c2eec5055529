import { conversationEvents } from '@agent-mem/contract';
import type { Delivery } from '@agent-mem/messaging';
import { createRequestObserver } from '@agent-mem/observability';
import { eventOf, loneService, notesService, scope } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { defineService, type ServiceDefinition } from '../service.ts';
import { eventPipeline } from './events.ts';

const ended = eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'signal' } } });

function delivery(overrides: Partial<Delivery> = {}): Delivery {
  const signal = new AbortController().signal;
  const message = { id: 'm1', topic: conversationEvents, payload: '', properties: {}, key: 'c1', attempt: 1, publishedAt: 0 };
  return { ...message, signal, ...overrides };
}

function taking(definition: ServiceDefinition, graph = loneService(definition).ports.graph) {
  const { context, ports, metrics } = loneService(definition, { graph });
  return {
    take: eventPipeline(definition, context, createRequestObserver(context.log, metrics)),
    ports,
    metrics,
  };
}

test('an event that comes again has one effect, and is not handled again', async () => {
  const handle = vi.fn(notesService.events?.['conversation-ended'] ?? (async () => undefined));
  const { take, ports } = taking(defineService({ ...notesService, events: { 'conversation-ended': handle } }));
  await take(ended, delivery());
  await take(ended, delivery({ attempt: 2 }));
  expect(handle).toHaveBeenCalledOnce();
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(1);
});

test('several services have their own effect of one event', async () => {
  const first = taking(notesService);
  await first.take(ended, delivery());
  const others = taking({ ...notesService, name: 'conversations', handlers: {} } as ServiceDefinition, first.ports.graph);
  await others.take(ended, delivery());
  expect(await first.ports.graph.count(scope, { kinds: ['Fact'] })).toBe(2);
});

test('an event that the service does not listen to is let pass', async () => {
  const { take, ports } = taking(notesService);
  await take(eventOf({ type: 'fact-stored', data: { fact_stored: { fact_id: 'fact_1' } } }), delivery());
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(0);
});

test('a handler that throws has the event delivered again', async () => {
  const handle = vi.fn(() => Promise.reject(new Error('no model')));
  const failing = defineService({ ...notesService, events: { 'conversation-ended': handle } });
  const { take } = taking(failing);
  await expect(take(ended, delivery())).rejects.toThrow('no model');
});

test('a handler that hangs is left when the subscription’s drain is over', async () => {
  const hanging = defineService({ ...notesService, events: { 'conversation-ended': () => new Promise(() => undefined) } });
  const { take } = taking(hanging);
  const drained = new AbortController();
  const taken = take(ended, delivery({ signal: drained.signal }));
  drained.abort(new Error('over'));
  await expect(taken).rejects.toThrow('over');
});

test('what a handler asks of others goes on in the trace of the event', async () => {
  const asked: unknown[] = [];
  const definition = defineService({
    ...notesService,
    events: {
      'conversation-ended': async (_event, { caller }) => void caller.call('graph', 'get', { id: 'n1' }),
    },
  });
  const { context, metrics } = loneService(definition, {
    caller: {
      call: (...call) => new Promise(() => asked.push(call.at(-1))),
      stream: async function* () {},
      [Symbol.asyncDispose]: async () => undefined,
    },
  });
  const take = eventPipeline(definition, context, createRequestObserver(context.log, metrics));
  await take(ended, delivery({ properties: { traceparent: '00-t' } }));
  expect(asked).toEqual([{ traceparent: '00-t' }]);
});

test('where memory is off an event teaches nothing', async () => {
  const { context, ports, metrics } = loneService(notesService);
  const off = { ...context, defaultSettings: { ...context.defaultSettings, memory: 'off' as const } };
  await eventPipeline(notesService, off, createRequestObserver(context.log, metrics))(ended, delivery());
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(0);
});
