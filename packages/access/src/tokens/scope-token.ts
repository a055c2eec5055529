import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type Clock, textsIn } from '@agent-mem/contract';
import { calculateJwkThumbprint, errors, exportJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { type Grant, namesIn, type Principal, permissionsIn } from '../grant.ts';
import { Refusal } from '../refusal.ts';

/** Who a token is for. */
export interface ScopeTokenClaims extends Grant {
  /** What it is called in the audit log. */
  readonly name: string;
  /** Milliseconds until it expires. */
  readonly lastsMs: number;
  /** The one message that it may come with; `null`: any. */
  readonly message: TokenMessage | null;
}

/** A message that comes with a token. */
export interface TokenMessage {
  readonly payload: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Signs a token for a message on the bus: a JWS by Ed25519. */
export type SignScopeToken = (claims: ScopeTokenClaims) => Promise<string>;

/** Who sent a message with a token. Throws a `Refusal`. */
export type VerifyScopeToken = (token: string, message: TokenMessage) => Promise<Principal>;

/** The name of the tokens that processes of the fleet make for their own messages. */
export const fleetTokenName = 'fleet';
/** The principal of such a message. */
export const fleetPrincipalId = `token:${fleetTokenName}`;

const algorithm = 'EdDSA';
const audience = 'agent-mem';

/** A private key by its PEM text. Throws an `Error` that says what is accepted. */
export function readSigningKey(pem: string): KeyObject {
  const key = keyOf(() => createPrivateKey(pem));
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new Error('must hold a private key of Ed25519 as PEM (openssl genpkey -algorithm ed25519)');
}

/** Public keys by the PEM text that has them one after the other. Throws an `Error` that says what is accepted. */
export function readVerifyingKeys(pem: string): readonly KeyObject[] {
  const parts = pem.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g) ?? [];
  const keys = parts.flatMap((part) => keyOf(() => createPublicKey(part)) ?? []);
  if (keys.length > 0 && keys.length === parts.length && keys.every((key) => key.asymmetricKeyType === 'ed25519')) return keys;
  throw new Error('must hold public keys of Ed25519 as PEM, one after the other (openssl pkey -pubout)');
}

function keyOf(read: () => KeyObject): KeyObject | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Signs with the key that is there when it signs. */
export function createSignScopeToken(key: () => Promise<KeyObject>, { now }: Pick<Clock, 'now'>): SignScopeToken {
  return async ({ name, lastsMs, message, permissions, workspaces, users, collections }) => {
    const signing = await key();
    const grant = { permissions, workspaces, users, collections, ...(message && claimsOfMessage(message)) };
    return new SignJWT({ ...grant })
      .setProtectedHeader({ alg: algorithm, kid: await thumbprint(signing) })
      .setSubject(name)
      .setAudience(audience)
      .setExpirationTime(new Date(now() + lastsMs))
      .sign(signing);
  };
}

/** Verifies by the keys that are there when a token comes: several, while they rotate. */
export function createVerifyScopeToken(keys: () => Promise<readonly KeyObject[]>, { now }: Pick<Clock, 'now'>): VerifyScopeToken {
  const choose = async ({ kid }: { readonly kid?: string }): Promise<KeyObject> => {
    for (const key of await keys()) if ((await thumbprint(key)) === kid) return key;
    throw new errors.JWKSNoMatchingKey();
  };
  return async (token, message) => {
    const claims = await verified(token, choose, new Date(now()));
    if (!isOfMessage(claims, message)) throw new Refusal('unknown', 'scope_token: is of another message', principalId(claims));
    return principalOf(claims);
  };
}

/** What a token of one message says of it. A reader of its topic could otherwise send it again with a reply topic of its own, or as if it were new. */
function claimsOfMessage({ payload, properties: { reply_to, idempotency_key, sent_at } }: TokenMessage): JWTPayload {
  return { sha256: hashOf(payload), reply_to, idempotency_key, sent_at };
}

/** Whether a token may come with this message. What its claims leave out is free. */
function isOfMessage(claims: JWTPayload, { payload, properties }: TokenMessage): boolean {
  const { sha256, reply_to, idempotency_key, sent_at } = claims;
  if (typeof sha256 === 'string' && sha256 !== hashOf(payload)) return false;
  // Without a reply topic nobody reads the answer: a command that is sent again later may have lost it.
  if (typeof reply_to === 'string' && (properties.reply_to || reply_to) !== reply_to) return false;
  if (typeof idempotency_key === 'string' && properties.idempotency_key !== idempotency_key) return false;
  // A copy that is sent later may be made older, by the broker's clock, and never younger.
  return typeof sent_at !== 'string' || Number(properties.sent_at || Number.NaN) <= Number(sent_at);
}

async function verified(
  token: string,
  choose: (header: { readonly kid?: string }) => Promise<KeyObject>,
  currentDate: Date,
): Promise<JWTPayload> {
  try {
    const rules = { audience, algorithms: [algorithm], requiredClaims: ['exp', 'sub'], currentDate };
    return (await jwtVerify(token, choose, rules)).payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Refusal('expired', 'scope_token: has expired', principalId(error.payload));
    if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
      throw new Refusal('unknown', 'scope_token: is not signed by a key of this fleet');
    if (error instanceof errors.JOSEError) throw new Refusal('malformed', 'scope_token: cannot be read');
    throw error;
  }
}

function principalId({ sub }: JWTPayload): string {
  return `token:${sub}`;
}

function principalOf(claims: JWTPayload): Principal {
  return {
    id: principalId(claims),
    name: '',
    permissions: permissionsIn(textsIn(claims.permissions)),
    workspaces: namesIn(claims.workspaces),
    users: namesIn(claims.users),
    collections: namesIn(claims.collections),
    ...(claims.sub === fleetTokenName && { isOwn: true }),
  };
}

const thumbprints = new WeakMap<KeyObject, Promise<string>>();

/** By what a token names its key: RFC 7638, of its public half. */
function thumbprint(key: KeyObject): Promise<string> {
  const known = thumbprints.get(key);
  if (known) return known;
  const made = exportJWK(key.type === 'private' ? createPublicKey(key) : key).then((jwk) => calculateJwkThumbprint(jwk));
  thumbprints.set(key, made);
  return made;
}

function hashOf(payload: string): string {
  return createHash('sha256').update(payload).digest('base64url');
}
