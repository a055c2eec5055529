/** The bus, and plain topics, on Apache Pulsar's WebSocket API. */

export { openPulsarWebSocketBus, type PulsarWebSocketOptions } from './pulsar-websocket-bus.ts';
export { openPulsarWebSocketTopics, type PulsarWebSocketTopicsOptions } from './pulsar-websocket-topics.ts';
export { type ReachOptions, reachPulsarByWebSocket } from './reach.ts';
