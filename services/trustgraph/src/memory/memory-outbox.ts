import { dayMs, type Event, type Scope } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { defineRunJournal, withinMs } from '@agent-mem/runtime';
import type { FlowContext } from '../flow-context.ts';

/** How long an answer waits for the bus, and then for the store of the journal. */
const patienceMs = 3_000;
/** Events that the bus did not take, by their ids. */
const left = defineRunJournal<Event>({ prefix: 'agent/dialogue-event/', ttlMs: 7 * dayMs });

/**
 * Leaves an event to memory: resolves once the bus has it, or, where that is away, the store of the journal, from where it is published later. Rejects when neither takes it.
 * An event that goes out twice has one effect, by its id.
 */
export async function leaveEvent(
  context: Pick<FlowContext, 'bus' | 'clock' | 'keyValue' | 'log'>,
  scope: Scope,
  event: Event,
): Promise<void> {
  const { bus, clock, keyValue, log } = context;
  try {
    await withinMs(clock, patienceMs, publishEvent(bus, event));
  } catch (error) {
    log.warn({ event: event.id, err: error }, 'the bus does not take an event of a flow; it is published later');
    await withinMs(clock, patienceMs, left.write(keyValue, { scope, id: event.id, run: event }));
  }
}

/** Publishes what waits, oldest or not: each event stands alone. */
export async function publishLeftEvents({ bus, keyValue }: Pick<FlowContext, 'bus' | 'keyValue'>): Promise<void> {
  for await (const { scope, id, run: event } of left.runs(keyValue)) {
    await publishEvent(bus, event);
    await left.forget(keyValue, scope, id);
  }
}
