/** Define a service as a value, and run it until told to stop. */

export { type Analysis, analysisOf, analysisVariables } from './analysis.ts';
export { answerBytes, checkCarriable, countFitting, countWithin, jsonBytes } from './answer-bytes.ts';
export * from './config.ts';
export { conflictsRetried } from './conflict-retry.ts';
export type * from './context.ts';
export { deletedNode } from './deleted-node.ts';
export type { DocumentSource } from './document-source.ts';
export { type DoorDefinition, defineDoor } from './door.ts';
export { givenVector } from './given-vector.ts';
export * from './guard.ts';
export { type Host, type HostOptions, host } from './host.ts';
export { createLogger, type Logger } from './logger.ts';
export type { ServiceMetrics } from './metrics.ts';
export { modelAnswer, modelVariables, type ReadAnswer } from './model-answer.ts';
export { newestRecords } from './newest-records.ts';
export { ownVectors } from './own-vectors.ts';
export { promptsFile, promptsFrom } from './prompts.ts';
export type * from './recall.ts';
export { recall } from './recall-ranked.ts';
export { recallVariables } from './recall-variables.ts';
export type { RecordView } from './record-view.ts';
export * from './service.ts';
export { type Found, type ShownRecall, shown } from './shown.ts';
export { tierReceipt } from './tier-receipt.ts';
export { worldSteps } from './world-steps.ts';
