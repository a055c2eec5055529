/** Pure: finds secrets and numbers of cards and accounts in texts, and redacts them. */

export { findSensitive, redact } from './find-sensitive.ts';
export { sensitiveKinds } from './finding.ts';
