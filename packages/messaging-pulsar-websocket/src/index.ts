/** The bus on Apache Pulsar's WebSocket API. */

export { openPulsarWebSocketBus, type PulsarWebSocketOptions } from './pulsar-websocket-bus.ts';
