import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, hourMs } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import { turnedClock } from '@agent-mem/testing';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createVerifyJwt, type JwtOptions } from '../src/tokens/jwt.ts';

const piece = ' '.repeat(65_536);

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** A small issuer: its public keys over HTTP, which it can change while somebody trusts it. */
async function issuer() {
  let published: readonly JWK[] = [];
  let asked = 0;
  let isAway = false;
  let blanks = 0;
  const server = createServer(({ url }, response) => {
    asked += 1;
    if (url === '/silent') return;
    if (url === '/endless') {
      const goOn = () => {
        do blanks += piece.length;
        while (response.write(piece));
      };
      response.on('drain', goOn);
      return goOn();
    }
    if (isAway) response.statusCode = 500;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    get asked() {
      return asked;
    },
    /** How many were sent where the keys never end. */
    get blanks() {
      return blanks;
    },
    set isAway(is: boolean) {
      isAway = is;
    },
    /** Makes a pair of keys, publishes it alone or beside the others, and answers the private one. */
    async rotate(kid: string, { keep = false, alg = 'ES256' } = {}) {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
      published = [...(keep ? published : []), { ...(await exportJWK(publicKey)), kid, alg }];
      return privateKey;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const now = Date.UTC(2026, 0, 1, 12);

function token(key: Key, kid: string, claims: object = {}, { alg = 'ES256', expires = now / 1000 + 60 } = {}) {
  const all = { iss: 'https://login.example', aud: 'memory', sub: 'anne', permissions: ['read', 'fly'], ...claims };
  return new SignJWT(all).setProtectedHeader({ alg, kid }).setExpirationTime(expires).sign(key);
}

function verifier(
  jwksUrl: string,
  options: Partial<JwtOptions> = {},
  clock: Clock = turnedClock(now),
  warn: Logger['warn'] = () => {},
) {
  const claims = { userClaim: 'sub', workspaceClaim: 'workspace', permissionsClaim: 'permissions' };
  return createVerifyJwt(
    { jwksUrl, issuer: 'https://login.example', audience: 'memory', ...claims, ...options },
    { clock, log: { warn, error: warn } },
  );
}

test.each(['ES256', 'RS256', 'EdDSA'])(
  'a token that is signed by %s says whose memory its holder may ask, and how',
  async (alg) => {
    await using idp = await issuer();
    const key = await idp.rotate('k1', { alg });
    const verify = verifier(idp.url);
    expect(await verify(await token(key, 'k1', {}, { alg }))).toEqual({
      id: 'jwt:anne',
      name: '',
      permissions: ['read'],
      permissionsFrom: "the token's claim permissions (JWT_PERMISSIONS_CLAIM)",
      workspaces: ['default'],
      users: ['anne'],
      collections: null,
    });
  },
);

test('the claims are those that were set, and a text of words counts as a list', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  const verify = verifier(idp.url, { userClaim: 'email', workspaceClaim: 'tenant', permissionsClaim: 'scope' });
  const claims = { email: 'anne@example.com', tenant: 'acme corp', scope: 'openid read write' };
  const expected = { users: ['anne@example.com'], workspaces: ['acme corp'], permissions: ['read', 'write'] };
  expect(await verify(await token(key, 'k1', claims))).toMatchObject(expected);
  await expect(verify(await token(key, 'k1', { ...claims, email: 7 }))).rejects.toMatchObject({
    reason: 'malformed',
    message: expect.stringMatching('email'),
  });
});

test('a token that is expired, another issuer’s, for another audience, tampered with or not signed is refused', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  const verify = verifier(idp.url);
  const whole = await token(key, 'k1');
  const [head = '', , signature = ''] = whole.split('.');
  const forged = Buffer.from(
    JSON.stringify({ iss: 'https://login.example', aud: 'memory', sub: 'ben', exp: now / 1000 + 60 }),
  ).toString('base64url');
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged}.`;
  const refusals: readonly (readonly [string, string])[] = [
    [await token(key, 'k1', {}, { expires: now / 1000 - 1 }), 'expired'],
    [await token(key, 'k1', {}, { expires: now / 1000 }), 'expired'],
    [await token(key, 'k1', { iss: 'https://evil.example' }), 'unknown'],
    [await token(key, 'k1', { aud: 'mail' }), 'unknown'],
    [`${head}.${forged}.${signature}`, 'unknown'],
    [none, 'malformed'],
    ['no token', 'malformed'],
  ];
  for (const [text, reason] of refusals) await expect(verify(text)).rejects.toMatchObject({ type: 'unauthenticated', reason });
});

test('a token that never expires, or names no issuer, is refused by the claim that is missing', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  const verify = verifier(idp.url);
  const eternal = new SignJWT({ sub: 'anne', iss: 'https://login.example', aud: 'memory' });
  await expect(verify(await eternal.setProtectedHeader({ alg: 'ES256', kid: 'k1' }).sign(key))).rejects.toThrow(
    "the token's claim exp is missing",
  );
  await expect(verify(await token(key, 'k1', { iss: undefined }))).rejects.toThrow("the token's claim iss is missing");
});

test('a token that is signed with the issuer’s public key as a secret is refused', async () => {
  await using idp = await issuer();
  await idp.rotate('k1', { alg: 'RS256' });
  const secret = new TextEncoder().encode(await (await fetch(idp.url)).text());
  const forged = await new SignJWT({ sub: 'anne', iss: 'https://login.example', aud: 'memory' })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .setExpirationTime(now / 1000 + 60)
    .sign(secret);
  await expect(verifier(idp.url)(forged)).rejects.toMatchObject({ type: 'unauthenticated' });
});

test('an issuer changes its keys while it is trusted: the new one is taken, and the old one no longer', async () => {
  await using idp = await issuer();
  const first = await idp.rotate('k1');
  const verify = verifier(idp.url, { cooldownMs: 0 });
  await verify(await token(first, 'k1'));
  const second = await idp.rotate('k2', { keep: true });
  await verify(await token(second, 'k2'));
  await verify(await token(first, 'k1'));
  expect(idp.asked).toBe(2);
  const third = await idp.rotate('k3');
  await verify(await token(third, 'k3'));
  await expect(verify(await token(second, 'k2'))).rejects.toMatchObject({ reason: 'unknown' });
});

test('a token that was verified still expires', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  const clock = turnedClock(now);
  const verify = verifier(idp.url, {}, clock);
  const text = await token(key, 'k1', {}, { expires: now / 1000 + 10 });
  await verify(text);
  await verify(text);
  await clock.advance(10_000);
  await expect(verify(text)).rejects.toMatchObject({ reason: 'expired' });
});

test('an issuer that does not answer is away, which is not the caller’s fault', async () => {
  const idp = await issuer();
  const key = await idp.rotate('k1');
  const text = await token(key, 'k1');
  await idp[Symbol.asyncDispose]();
  await expect(verifier(idp.url)(text)).rejects.toMatchObject({ type: 'unavailable', retryable: true });
});

test.each([
  ['is for another audience', { aud: 'mail' }, /claim aud is not what is asked for \(JWT_AUDIENCE\)$/],
  ['is another issuer’s', { iss: 'https://login.example/' }, /claim iss is not what is asked for \(JWT_ISSUER\)$/],
  ['begins later', { nbf: now / 1000 + 31 }, /is not valid yet \(nbf\); compare the clocks/],
  ['begins at no time', { nbf: 'noon' }, /claim nbf is malformed$/],
])('a token that %s is refused by its claim, and its setting', async (_what, claims, message) => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  await expect(verifier(idp.url)(await token(key, 'k1', claims))).rejects.toMatchObject({
    type: 'unauthenticated',
    message: expect.stringMatching(message),
  });
});

test('a token that begins half a minute later by the clock of its issuer is taken', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  expect(await verifier(idp.url)(await token(key, 'k1', { nbf: now / 1000 + 29 }))).toMatchObject({ users: ['anne'] });
});

test('a token that names no key of several, or asks for an extension, is refused for good', async () => {
  await using idp = await issuer();
  await idp.rotate('k1');
  const key = await idp.rotate('k2', { keep: true });
  const signed = (header: object) =>
    new SignJWT({ sub: 'anne', iss: 'https://login.example', aud: 'memory' })
      .setProtectedHeader({ alg: 'ES256', ...header })
      .setExpirationTime(now / 1000 + 60)
      .sign(key);
  const verify = verifier(idp.url);
  await expect(verify(await signed({}))).rejects.toMatchObject({ reason: 'malformed', message: expect.stringContaining('kid') });
  const [, payload = '', signature = ''] = (await signed({ kid: 'k2' })).split('.');
  const extended = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'k2', crit: ['new'], new: 1 })).toString('base64url');
  await expect(verify(`${extended}.${payload}.${signature}`)).rejects.toMatchObject({ reason: 'malformed' });
});

test('of an issuer that never ends its keys a megabyte is read', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('one');
  await expect(verifier(`${idp.url}/endless`)(await token(key, 'one'))).rejects.toMatchObject({ type: 'unavailable' });
  // What the sockets hold comes on top.
  expect(idp.blanks).toBeLessThan(16_000_000);
});

test('why the keys of the issuer cannot be read is logged once a minute, and the caller may ask again', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  const clock = turnedClock(now);
  const causes: unknown[] = [];
  const verify = verifier(idp.url, {}, clock, (facts) => void causes.push(facts));
  idp.isAway = true;
  const asked = () =>
    expect(token(key, 'k1').then((text) => verify(text))).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  await asked();
  await asked();
  expect(causes).toEqual([{ url: idp.url, err: expect.objectContaining({ message: expect.stringContaining('200 OK') }) }]);
  await clock.advance(60_000);
  await asked();
  expect(causes).toHaveLength(2);
});

test('the keys of an issuer that is away count for an hour after they were read; nobody waits for it more often than every half minute', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  const clock = turnedClock(now);
  const warnings: string[] = [];
  const verify = verifier(idp.url, {}, clock, (_facts, text) => void warnings.push(text));
  // Each is another token: one that was verified is not verified again at once.
  const comes = async (jti: number) => verify(await token(key, 'k1', { jti }, { expires: now / 1000 + 7_200 }));
  await comes(1);
  idp.isAway = true;
  await clock.advance(600_000);
  for (const jti of [2, 3]) expect(await comes(jti)).toMatchObject({ users: ['anne'] });
  expect(idp.asked).toBe(2);
  expect(warnings).toEqual([expect.stringContaining('those read last count for an hour')]);
  await clock.advance(hourMs - 600_000 - 1);
  expect(await comes(4)).toMatchObject({ users: ['anne'] });
  await clock.advance(1);
  await expect(comes(5)).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  idp.isAway = false;
  expect(await comes(6)).toMatchObject({ users: ['anne'] });
});

test('a key that its issuer has withdrawn is refused ten minutes after the keys were read', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  const clock = turnedClock(now);
  const verify = verifier(idp.url, {}, clock);
  const comes = async (jti: number) => verify(await token(key, 'k1', { jti }, { expires: now / 1000 + 7_200 }));
  await comes(1);
  await idp.rotate('k2');
  await clock.advance(600_000 - 1);
  await comes(2);
  await clock.advance(1);
  await expect(comes(3)).rejects.toMatchObject({ reason: 'unknown' });
});

test('a caller waits for the keys of an issuer no longer than it says', async () => {
  await using idp = await issuer();
  const key = await idp.rotate('k1');
  const clock = turnedClock(now);
  const refused = expect(verifier(`${idp.url}/silent`, {}, clock)(await token(key, 'k1'), 250)).rejects.toMatchObject({
    type: 'deadline-exceeded',
    message: expect.stringMatching('allow more time'),
  });
  await clock.advance(250);
  await refused;
});
