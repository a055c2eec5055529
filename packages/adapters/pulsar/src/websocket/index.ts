/** The bus, and plain topics, on Apache Pulsar's WebSocket API. */

export { openPulsarWebSocketBus, type PulsarWebSocketOptions } from './bus.ts';
export * from './open.ts';
export { type ReachOptions, reachPulsarByWebSocket } from './reach.ts';
export { openPulsarWebSocketTopics } from './topics.ts';
