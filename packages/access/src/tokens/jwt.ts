import { BoundedMap, type Clock, OperationError, textsIn } from '@agent-mem/contract';
import { createFailureLog, type Logger, withinMs } from '@agent-mem/runtime';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type Principal, permissionsIn } from '../grant.ts';
import { Refusal } from '../refusal.ts';
import { issuerKeys } from './issuer-keys.ts';

/** Whose tokens are taken, and which of their claims say what. */
export interface JwtOptions {
  /** URL of the issuer's public keys, a JWK set. */
  readonly jwksUrl: string;
  /** What `iss` must be; empty: anything. */
  readonly issuer: string;
  /** What `aud` must have; empty: anything. */
  readonly audience: string;
  readonly userClaim: string;
  /** Where it is absent, the workspace is `default`. */
  readonly workspaceClaim: string;
  /** A list of words, or one text of them with spaces. Words that are no permission are passed over. */
  readonly permissionsClaim: string;
  /** A token that names a key which is not known has the set read again, at most so often, in milliseconds. Default 5,000. */
  readonly cooldownMs?: number;
}

/**
 * Who presents a token. Throws a `Refusal`, `unavailable` while the issuer's keys cannot be read, or `deadline-exceeded` where that takes longer than the caller waits.
 *
 * @param waitsMs how long the caller waits; `null`: it does not say.
 */
export type VerifyJwt = (token: string, waitsMs?: number | null) => Promise<Principal>;

/** Only with a pair of keys: what verifies a token must not be able to make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

/** A token that was verified is taken again for so long, in milliseconds: callers come with the same one, and to verify costs a quarter of a millisecond. */
const rememberedMs = 30_000;
const mostRemembered = 1_000;

/** Clocks differ: a token that was issued just now may begin a little later by the fleet's clock. */
const earlyS = 30;

const late = "The keys of the token's issuer were not read in the time of the request; allow more time, or ask again";

/** Which setting a claim must fit. */
const settings: Readonly<Record<string, string>> = { iss: 'JWT_ISSUER', aud: 'JWT_AUDIENCE' };

/** What tokens are verified with, beside the issuer's keys. */
export interface JwtTools {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** Verifies tokens by the issuer's public keys, which are read again when they rotate. */
export function createVerifyJwt(options: JwtOptions, { clock, log }: JwtTools): VerifyJwt {
  const { jwksUrl: url, cooldownMs = 5_000 } = options;
  const now = () => clock.now();
  const keys = issuerKeys({
    url,
    cooldownMs,
    now,
    away: (cause) => warn(cause, 'those read last count for an hour'),
  });
  const known = new BoundedMap<string, { readonly until: number; readonly principal: Principal }>(mostRemembered);
  // Every request may find it out.
  const failures = createFailureLog(log, clock);

  function warn(cause: unknown, effect: string): void {
    failures.warn({ err: cause, url }, `The keys of the tokens' issuer cannot be read (JWT_JWKS_URL): ${effect}`);
  }

  /** The error for the caller; the log gets the cause of one that is not about the token. */
  function refused(cause: unknown): OperationError {
    const refusal = refusalOf(cause);
    if (refusal) return refusal;
    warn(cause, 'its tokens are refused');
    return new OperationError('unavailable', "The keys of the tokens' issuer cannot be read (JWT_JWKS_URL); ask again", {
      cause,
    });
  }

  return async (token, waitsMs = null) => {
    const before = known.get(token);
    if (before && now() < before.until) return before.principal;
    const verifying = verified(token, keys, options, now()).catch((cause: unknown) => Promise.reject(refused(cause)));
    const payload = await (waitsMs === null ? verifying : withinMs(clock, waitsMs, verifying, late));
    const principal = principalOf(payload, options);
    // `exp` is required.
    known.set(token, { until: Math.min(now() + rememberedMs, Number(payload.exp) * 1_000), principal });
    return principal;
  };
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: JwtOptions,
  now: number,
): Promise<JWTPayload> {
  const expected = { ...(issuer && { issuer }), ...(audience && { audience }) };
  const { payload } = await jwtVerify(token, keys, {
    ...expected,
    algorithms,
    requiredClaims: ['exp'],
    clockTolerance: earlyS,
    currentDate: new Date(now),
  });
  // The tolerance is for tokens that are new.
  if (Number(payload.exp) * 1_000 <= now) throw expired();
  return payload;
}

function expired(): Refusal {
  return new Refusal('expired', 'Authorization: the token has expired');
}

/** Why a token is refused; `null`: the cause is not the token's. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof errors.JWTExpired) return expired();
  if (error instanceof errors.JWTClaimValidationFailed) return new Refusal('unknown', `Authorization: ${claimFault(error)}`);
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return new Refusal('unknown', 'Authorization: the token is not signed by a key of its issuer');
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return new Refusal('malformed', 'Authorization: the token does not name its key (kid), and its issuer has several');
  const isForeign =
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported;
  return isForeign ? new Refusal('malformed', 'Authorization: the token cannot be read') : null;
}

function claimFault({ claim, reason }: errors.JWTClaimValidationFailed): string {
  const setting = settings[claim];
  if (reason === 'missing') return `the token's claim ${claim} is missing`;
  if (reason === 'invalid') return `the token's claim ${claim} is malformed`;
  if (claim === 'nbf') return 'the token is not valid yet (nbf); compare the clocks of its issuer and of the fleet';
  return `the token's claim ${claim} is not what is asked for${setting ? ` (${setting})` : ''}`;
}

function principalOf(payload: JWTPayload, { userClaim, workspaceClaim, permissionsClaim }: JwtOptions): Principal {
  const user = payload[userClaim];
  if (typeof user !== 'string' || user === '')
    throw new Refusal('malformed', `Authorization: the token's claim ${userClaim} names no user`);
  return {
    id: `jwt:${payload.sub ?? user}`,
    name: '',
    permissions: permissionsIn(wordsOf(payload[permissionsClaim])),
    permissionsFrom: `the token's claim ${permissionsClaim} (JWT_PERMISSIONS_CLAIM)`,
    workspaces: workspaceClaim in payload ? wordsOf(payload[workspaceClaim], null) : ['default'],
    users: [user],
    collections: null,
  };
}

function wordsOf(claim: unknown, separator: string | null = ' '): readonly string[] {
  if (typeof claim === 'string') return separator === null ? [claim] : claim.split(separator).filter((word) => word !== '');
  return textsIn(claim);
}
