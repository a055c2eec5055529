import type { Bus } from './bus.ts';

/** The bus with these members in place of its own. */
export function busOver(bus: Bus, changed: Partial<Bus>): Bus {
  return {
    capabilities: bus.capabilities,
    ...(bus.erasure ? { erasure: bus.erasure } : {}),
    ...(bus.backlogs ? { backlogs: bus.backlogs } : {}),
    publish: (topic, message, options) => bus.publish(topic, message, options),
    subscribe: (topic, options, handle) => bus.subscribe(topic, options, handle),
    ensureSubscription: (topic, name) => bus.ensureSubscription(topic, name),
    peek: (topic, subscription, limit) => bus.peek(topic, subscription, limit),
    drop: (topic, subscription, ids) => bus.drop(topic, subscription, ids),
    settled: () => bus.settled(),
    check: (signal) => bus.check(signal),
    [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose](),
    ...changed,
  };
}
