/** Who may do what: keys and tokens, the one check of every way in, and the audit log. */

export { type Access, type AccessOptions, createAccess, openAccess } from './access.ts';
export { type AuditEntry, auditEntry } from './audit/audit-entry.ts';
export { readAuditFiles } from './audit/audit-files.ts';
export { type AuditLog, openAuditFiles, printedAuditLog } from './audit/audit-log.ts';
export type { Grant, Principal } from './grant.ts';
export { createIdentify, createIdentifyMessage } from './identify.ts';
export type { ApiKey } from './keys/api-key.ts';
export { createKeyStore, type KeyStore } from './keys/key-store.ts';
export { isLikeKey, newKeyText, refuseKeyAsId } from './keys/key-text.ts';
export { createKnownKeys } from './keys/known-keys.ts';
export { checkGrant, type NewKey } from './keys/new-key.ts';
export { createInFlight } from './limits/in-flight.ts';
export { isLimit, limitNames, namedLimits, type OwnLimits, ownLimitsIn } from './limits/key-limits.ts';
export { createLimits, type Limits } from './limits/limits.ts';
export { createRates } from './limits/rates.ts';
export { createTurns } from './limits/turns.ts';
export { Refusal } from './refusal.ts';
export { createVerifyJwt, type JwtTools } from './tokens/jwt.ts';
export {
  createSignScopeToken,
  createVerifyScopeToken,
  fleetPrincipalId,
  fleetTokenName,
  readSigningKey,
  readVerifyingKeys,
  type SignScopeToken,
} from './tokens/scope-token.ts';
export { type AccessMode, type AuthorizedRequest, accessModes, noteEnd, type Visit, type Visitor } from './visit.ts';
