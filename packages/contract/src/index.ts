/** The contract of agent-mem: every message, topic, id and error, made from `proto/`. */

export { ascending } from './ascending.ts';
export { batchesOf } from './batches-of.ts';
export * from './bounded-map.ts';
export * from './clock.ts';
export { counting } from './counting.ts';
export * from './cut-answer.ts';
export * from './error.ts';
export type * from './generated/messages.ts';
export type { Services } from './generated/services.ts';
export { services } from './generated/services.ts';
export * from './id.ts';
export { boundedIdempotencyKey, checkedIdempotencyKey } from './idempotency-key.ts';
export type { Init } from './init.ts';
export { isJsonObject, membersOf, parsedJson, textsIn } from './json-object.ts';
export { limits } from './limits.ts';
export { memoryReference, referencedKey, referencesIn } from './memory-reference.ts';
export * from './names.ts';
export { givenMembers } from './operations/given-members.ts';
export { canonicalJson, eventKey, messageKey, sha256, textHash } from './operations/identity.ts';
export { operationComment, serviceComment } from './operations/operation-comment.ts';
export { builtOperations, type OperationFacts, operationFacts, operationsOf } from './operations/operation-facts.ts';
export type * from './operations/operation-types.ts';
export * from './operations/operation-words.ts';
export { type Permission, permissions } from './operations/permission.ts';
export { requestHash } from './operations/request-hash.ts';
export { isOwnAnswer, isOwnQuote, ownAnswers, ownQuotes, withoutOwnAnswers } from './own-answers.ts';
export * from './run-errors.ts';
export { isSameScope, type Scope, type Scoped, scopeKey, scopeOf, scopeOfKey } from './scope.ts';
export { batchLists } from './shapes/batch-lists.ts';
export * from './shapes/complete.ts';
export {
  type FreeText,
  freeTextsOf,
  listsWithFindings,
  reportsFindings,
  withElementTexts,
  withEventTexts,
  withRequestTexts,
} from './shapes/free-texts.ts';
export { withJsonValues } from './shapes/json-values.ts';
export { newEvent } from './shapes/new-event.ts';
export { type Field, type Shape, shapeOf } from './shapes/shape.ts';
export { isBlank } from './validation/is-blank.ts';
export { metadataTexts } from './validation/metadata-json.ts';
export { editDistance, nearestName } from './validation/nearest-name.ts';
export { applyFormat } from './validation/text-format.ts';
export { notKnown, refuseUnknownMembers, refuseUnknownNames, unknownMembers } from './validation/unknown-members.ts';
export * from './validation/validate.ts';
export { topicSchema } from './wire/avro.ts';
export { descriptorSet } from './wire/descriptor-set.ts';
export { grpcDefinition } from './wire/grpc.ts';
export * from './wire/topic.ts';
export { traceparentGiven } from './wire/traceparent.ts';
