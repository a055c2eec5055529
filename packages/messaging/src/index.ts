/** The Bus port, and what is built above it once for every bus: requests and answers, streams, events. */

export * from './bus.ts';
export { deadLetterSubscription } from './dead-letter.ts';
export { createMemoryBus, type MemoryBusOptions } from './memory-bus.ts';
export * from './request.ts';
