/** The bus on Apache Pulsar's native client. */

export { openPulsarBus, type PulsarOptions } from './pulsar-bus.ts';
