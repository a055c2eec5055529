/** The Bus port, and what is built above it once for every bus: requests and answers, streams, events. And the port Topics, of plain topics. */

export * from './bus.ts';
export { type CallerOptions, createCaller } from './caller.ts';
export * from './dead-letters.ts';
export { eventMessage, publishEvent, subscribeEvents } from './events.ts';
export { createMemoryBus, type MemoryBusOptions } from './memory-bus.ts';
export { createMemoryTopics, type MemoryTopics } from './memory-topics.ts';
export { publishReply } from './publish-reply.ts';
export * from './request.ts';
export { type RequestServer, type ServeOptions, serveRequests } from './serve-requests.ts';
export type * from './topics.ts';
