/** The contract of agent-mem: every message, topic, id and error, made from `proto/`. */

export { topicSchema } from './avro.ts';
export * from './clock.ts';
export * from './complete.ts';
export { descriptorSet } from './descriptor-set.ts';
export * from './error.ts';
export { type FreeText, freeTextsOf, reportsFindings, withEventTexts, withRequestTexts } from './free-texts.ts';
export type * from './generated/messages.ts';
export type { Services } from './generated/services.ts';
export { services } from './generated/services.ts';
export { grpcDefinition } from './grpc.ts';
export * from './id.ts';
export * from './identity.ts';
export type { Init } from './init.ts';
export { limits } from './limits.ts';
export * from './names.ts';
export { editDistance, nearestName } from './nearest-name.ts';
export { builtOperations, type OperationFacts, operationsOf } from './operation-facts.ts';
export type * from './operation-types.ts';
export * from './operation-words.ts';
export { type Scope, type Scoped, scopeKey, scopeOf } from './scope.ts';
export * from './topic.ts';
export { notKnown, refuseUnknownMembers, refuseUnknownNames, unknownMembers } from './unknown-members.ts';
export * from './validate.ts';
