/** The bus, and plain topics, on Apache Pulsar's native client. */

export { openPulsarBus, type PulsarOptions } from './bus.ts';
export * from './open.ts';
export { type ReachOptions, reachPulsar } from './reach.ts';
export { openPulsarTopics } from './topics.ts';
