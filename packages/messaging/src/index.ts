/** The Bus port, and what is built above it once for every bus: requests and answers, streams, events. And the port Topics, of plain topics. */

export * from './bus.ts';
export { busOver } from './bus-over.ts';
export * from './dead-letters.ts';
export { eventMessage, publishEvent, subscribeEvents } from './events.ts';
export { createMemoryBus } from './memory/memory-bus.ts';
export { createMemoryTopics, type MemoryTopics } from './memory/memory-topics.ts';
export { createCaller } from './requests/caller.ts';
export { defaultTimeoutMs } from './requests/default-timeout.ts';
export { type Notices, publishNotice } from './requests/notices.ts';
export { publishReply } from './requests/publish-reply.ts';
export * from './requests/request.ts';
export { sentAtOf } from './requests/request-properties.ts';
export { type RequestServer, serveRequests } from './requests/serve-requests.ts';
export type { WarmUp } from './requests/warm-up.ts';
export type * from './topics.ts';
