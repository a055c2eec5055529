/** The bus, and plain topics, on Apache Pulsar's native client. */

export { openPulsarBus, type PulsarOptions } from './pulsar-bus.ts';
export { openPulsarTopics } from './pulsar-topics.ts';
export { type ReachOptions, reachPulsar } from './reach.ts';
