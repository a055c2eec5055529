/** The bus on Apache Pulsar's native client. */

export type { Oauth2, Token } from './authentication.ts';
export { openPulsarBus, type PulsarOptions, type TlsFiles } from './pulsar-bus.ts';
