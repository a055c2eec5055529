/** Define a service as a value, and run it until it is stopped. */

export { type CodePlace, codeUnitId } from './code-unit-id.ts';
export { type Connector, type ConnectorContext, defineConnector } from './connector.ts';
export type {
  EventContext,
  FollowUpContext,
  HandlerContext,
  HostPorts,
  JobContext,
  OwnGraph,
  ServiceContext,
} from './context.ts';
export { createPurge, purgerOf } from './create-purge.ts';
export {
  type StoredInvocation,
  type StoredMessage,
  storedInvocation,
  storedMessage,
  storedToolCall,
  storedToolResult,
} from './event-data/conversation-records.ts';
export { beginningOf, isCorrection } from './event-data/correction.ts';
export { externalSteps } from './event-data/external-steps.ts';
export {
  activeMessage,
  type MessageReader,
  type MessageReading,
  messageToRead,
  noteOff,
  notifyWaiting,
  type ReadingRecord,
  readerOf,
  readingId,
  readingNode,
  readingOf,
  readingsOf,
} from './event-data/message-reading.ts';
export {
  type InvocationSinceLastEnd,
  invocationsSinceLastEnd,
  type MessageSinceLastEnd,
  messagesSinceLastEnd,
} from './event-data/since-last-end.ts';
export { holdParts } from './held-parts.ts';
export { host } from './host/host.ts';
export type { Host, HostOptions } from './host/host-options.ts';
export { isEnded, type Job, type JobResult, jobMessage, jobOf, liveJob } from './jobs/job.ts';
export { purgeKind, purgeSlice } from './jobs/purge-job.ts';
export { workUntil } from './jobs/time-for-answer.ts';
export {
  type Alongside,
  cancelJob,
  failJob,
  finishJob,
  type JobPlan,
  type JobWritingContext,
  jobNodeOf,
  jobVariables,
  pauseJob,
  progress,
  startJob,
} from './jobs/work-on-job.ts';
export { askToLearn, type Taught } from './learning/ask-to-learn.ts';
export {
  type Backlog,
  backlogOf,
  doneBacklog,
  isGivenUp,
  learningVariables,
  postpone,
  type WaitsFor,
  waitingNode,
} from './learning/backlog.ts';
export { learningRules } from './learning/learning-rules.ts';
export { createModelAbsence } from './learning/model-absence.ts';
export { tokenBudget } from './learning/token-budget.ts';
export { withinBudget } from './learning/within-budget.ts';
export { lookUntil } from './look-until.ts';
export { askForJson, type JsonAnswer, listSchema, readJsonAnswer } from './model/ask-for-json.ts';
export { type FlowCaller, flowOf } from './model/learning-model.ts';
export { modelAnswer, modelVariables, type ReadAnswer } from './model/model-answer.ts';
export { promptsFile, promptsFrom } from './model/prompts.ts';
export { readEntries } from './model/read-entries.ts';
export { summedUsage } from './model/summed-usage.ts';
export { requestPipeline } from './pipeline/requests.ts';
export { activeAgain } from './records/active-again.ts';
export { changedRecord } from './records/changed-record.ts';
export { deleteRecord } from './records/delete-record.ts';
export { givenMembers } from './records/given-members.ts';
export { type NewWeight, readWeightChange, type WeighedEntity, weightChangeNode } from './records/weight-change.ts';
export { relayGroup, startRelay } from './relay.ts';
export { createRequestsFirst } from './requests-first.ts';
export { type AnyService, defineService, type EventHandler, type Handler, type JobHandler, type ServiceJob } from './service.ts';
export { extractSummary } from './summaries/extract-summary.ts';
export { isChunked, type SummaryLevel, summaryLevel } from './summaries/summary-level.ts';
export { type SummaryMatter, type WrittenSummary, writeSummary } from './summaries/write-summary.ts';
export type { Admission } from './transports/admission/admission.ts';
export { msSinceArrival } from './transports/admission/arrival.ts';
export { authorizedCaller } from './transports/authorized-caller.ts';
export { type Certificate, openCertificate } from './transports/certificate.ts';
export { longHeadStatus, type Problem, problemOf, sendProblem, statusOf, tooLongStatus } from './transports/errors/problem.ts';
export { retryAfterSeconds } from './transports/errors/retry-after.ts';
export { defineHttpPlugin, type HttpPlugin, type HttpPluginContext } from './transports/http-plugin.ts';
export { type Listening, type ListenOptions, listen } from './transports/listening.ts';
