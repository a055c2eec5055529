/** TrustGraph's wire: queues and subscriptions, messages, the config protocol, a flow's services as ports, and the gateway's JSON. */

export type { Field, ValueOf } from './field.ts';
export * from './messages/agent.ts';
export * from './messages/config.ts';
export * from './messages/embeddings.ts';
export * from './messages/error.ts';
export * from './messages/graph-rag.ts';
export * from './messages/passthrough.ts';
export * from './messages/prompt.ts';
export * from './messages/structured-query.ts';
export * from './messages/text-completion.ts';
export * from './messages/tool.ts';
export * from './messages/triples.ts';
export * from './queue-name.ts';
export * from './subscription-name.ts';
export { type WireMessage, wireMessage } from './wire-message.ts';
