/** What should not be kept as it is: secrets and numbers of cards and accounts. */

export { findSensitive, redact } from './find-sensitive.ts';
export { type Finding, type SensitiveKind, sensitiveKinds } from './finding.ts';
export { isJson, redactJson } from './redact-json.ts';
