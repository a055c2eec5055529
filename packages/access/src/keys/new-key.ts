import { limits, OperationError, permissions } from '@agent-mem/contract';
import type { Grant } from '../grant.ts';
import { isLimit, limitMembers, limitNames, mostOfLimit, type OwnLimits } from '../limits/key-limits.ts';
import { type KeyText, readKeyText } from './key-text.ts';

/** A key that is wanted. */
export interface NewKey extends Grant {
  /** For people. */
  readonly name: string;
  /** ISO 8601; `null`: it does not expire. */
  readonly expiresAt: string | null;
  /** Left out: those of the fleet's variables. */
  readonly limits?: OwnLimits;
  /** A key that its holder has already, as from a Secret; absent: one is made. */
  readonly text?: string;
}

/** Throws `invalid-argument` that names the member. */
export function checkNewKey(wish: NewKey, now: number): void {
  if (!isName(wish.name)) throw wrong('name', `must have ${nameForm}`);
  checkGrant(wish);
  for (const member of limitMembers) {
    const value = wish.limits?.[member];
    if (value !== undefined && !isLimit(value))
      throw wrong(limitNames[member], `must be a whole number from 0 (no limit) to ${mostOfLimit}`);
  }
  if (wish.expiresAt !== null && !(Date.parse(wish.expiresAt) > now)) throw wrong('expires_at', 'must be a time to come');
}

/** Throws `invalid-argument` that names the member. */
export function checkGrant(grant: Grant): void {
  if (grant.permissions.length === 0) throw wrong('permissions', `must have at least one of ${permissions.join(', ')}`);
  const unknown = grant.permissions.find((each) => !permissions.includes(each));
  if (unknown !== undefined) throw wrong('permissions', `has ${unknown}, which is none of ${permissions.join(', ')}`);
  for (const member of ['workspaces', 'users', 'collections'] as const) {
    const names = grant[member] ?? null;
    if (names?.length === 0) throw wrong(member, `must name at least one; ${allForm}`);
    if (names?.includes('*')) throw wrong(member, `* is no name; ${allForm}`);
    if (names && !names.every(isName)) throw wrong(member, `each name must have ${nameForm}`);
  }
}

/** A key that was handed in. Throws `invalid-argument`. */
export function givenKeyText(text: string): KeyText {
  const key = readKeyText(text.trim());
  if (key) return key;
  throw wrong('key', 'must be am_, 12 digits of hexadecimal, _ and 43 characters of base64url');
}

const nameForm = `1 to ${limits.nameCharacters} characters, none of them a control character`;
const allForm = 'all are * alone on the command line, and null over HTTP';

function isName(text: string): boolean {
  return text !== '' && [...text].length <= limits.nameCharacters && !/\p{Cc}/u.test(text);
}

function wrong(member: string, what: string): OperationError {
  return new OperationError('invalid-argument', `${member}: ${what}`);
}
