/** What should not be kept as it is: secrets and numbers of cards and accounts; and what a model might obey where it is told a memory. */

export { findSensitive, redact } from './find-sensitive.ts';
export { type Finding, type SensitiveKind, sensitiveKinds } from './finding.ts';
export { readsAsInstructions } from './instructions/reads-as-instructions.ts';
export { isJson, redactJson } from './redact-json.ts';
