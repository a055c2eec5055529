/** Pure: finds secrets, numbers of cards and accounts, and personal data in texts, and redacts them. */

export { detections, findSensitive, isRedacted, redact } from './find-sensitive.ts';
export { sensitiveKinds } from './finding.ts';
export { findPersonal } from './personal/find-personal.ts';
export { type PersonalKind, personalKinds } from './personal/personal-finding.ts';
