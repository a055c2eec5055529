/** What every part of a process runs on: ports, variables, logs, time limits and leases. */

export type {
  BusAdapter,
  DetailsAdapter,
  GraphAdapter,
  KeyValueAdapter,
  OpenGraph,
  OpenStore,
  SearchIndexAdapter,
  TopicsAdapter,
} from './adapters.ts';
export { addressForm } from './address-form.ts';
export { answerBytes, checkCarriable, countFitting, countWithin, fittingPage, jsonBytes } from './answer-bytes.ts';
export type { ClaimNodes } from './claim-nodes.ts';
export {
  type ConfigOf,
  flag,
  headerSecret,
  httpUrl,
  integer,
  optionalInteger,
  readConfig,
  text,
  type Variable,
  type Variables,
} from './config.ts';
export { conflictsRetried } from './conflict-retry.ts';
export { createCountOf } from './count-of.ts';
export { createFailureLog, type Failure, type FailureLog } from './failure-log.ts';
export { readText, removeFile, replaceDerivedFile, replaceFile, syncFolder } from './files/durable-file.ts';
export { type BodyBound, withBoundedBody } from './http/bounded-body.ts';
export { patientFetch } from './http/patient-fetch.ts';
export { postJson } from './http/post-json.ts';
export { createKeyChain, type KeyChain } from './key-chain.ts';
export { LeaseLost, takeLease, takeOwnLease } from './lease.ts';
export { createLogger, type Logger } from './logger.ts';
export { modelServerVariable, tokenLimit, windowVariable } from './model-variables.ts';
export { namedOperation } from './named-operation.ts';
export type { PeriodicJob } from './periodic/periodic-job.ts';
export { createWaker, type Waker } from './periodic/waker.ts';
export type { Ports } from './ports.ts';
export type { Progress, ReportProgress } from './progress.ts';
export { eachRounded, roundedMs, roundedScore } from './rounding.ts';
export { defineRunJournal, type JournaledRun, type RunJournal } from './run-journal.ts';
export { holdsCertificate, readAuthorities } from './tls/authorities.ts';
export { failureCode, type TlsVariables, tlsFailure } from './tls/tls-failure.ts';
export { atOnce, inTurns, isLong, ownTurn, type Sliced, sliceEnd, turnFor } from './turns/own-turn.ts';
export { turnsByWork } from './turns/turns-by-work.ts';
export { createUsersInTurn, type UsersInTurn, userOf } from './turns/users-in-turn.ts';
export { endsWithin, resultBy } from './waiting/ends-within.ts';
export { timeLimit, withinMs } from './waiting/time-limit.ts';
export { untilAborted } from './waiting/until-aborted.ts';
