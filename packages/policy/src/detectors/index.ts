/** Pure: finds secrets and numbers of cards and accounts in texts, and redacts them. */

export { detections, findSensitive, isRedacted, redact } from './find-sensitive.ts';
export { sensitiveKinds } from './finding.ts';
