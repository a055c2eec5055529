import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import {
  createSignScopeToken,
  createVerifyScopeToken,
  readSigningKey,
  readVerifyingKeys,
  type ScopeTokenClaims,
} from './scope-token.ts';

const pair = () => generateKeyPairSync('ed25519');
const pemOf = (key: KeyObject) => key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString();
const any = { payload: '{}', properties: {} };
const claims: ScopeTokenClaims = {
  name: 'crm',
  permissions: ['read'],
  workspaces: ['acme'],
  users: null,
  collections: ['mail'],
  lastsMs: 60_000,
  message: null,
};

function start() {
  const clock = turnedClock();
  const keys = [pair()];
  const signing = { key: keys[0]?.privateKey as KeyObject };
  const sign = createSignScopeToken(async () => signing.key, clock);
  const verify = createVerifyScopeToken(async () => keys.map(({ publicKey }) => publicKey), clock);
  return { clock, keys, signing, sign, verify };
}

test('a token says what its holder may do, and expires', async () => {
  const { clock, sign, verify } = start();
  const token = await sign(claims);
  expect(await verify(token, any)).toEqual({
    id: 'token:crm',
    name: '',
    permissions: ['read'],
    workspaces: ['acme'],
    users: null,
    collections: ['mail'],
  });
  await clock.advance(60_000);
  await expect(verify(token, any)).rejects.toMatchObject({ type: 'unauthenticated', reason: 'expired', who: 'token:crm' });
});

test('a token of one message comes with no other', async () => {
  const { sign, verify } = start();
  const properties = { id: '1', reply_to: 'here', idempotency_key: 'k', sent_at: '1000' };
  const message = { payload: '{"store":{}}', properties };
  const token = await sign({ ...claims, message });
  const { reply_to: _, ...unanswered } = properties;
  for (const same of [properties, { ...properties, traceparent: 'x', sent_at: '999' }, unanswered])
    await verify(token, { ...message, properties: same });
  const { sent_at: _sent, ...ageless } = properties;
  const { idempotency_key: _key, ...keyless } = properties;
  const others = [
    { ...message, payload: '{"purge":{}}' },
    { ...message, properties: { ...properties, reply_to: 'elsewhere' } },
    { ...message, properties: { ...properties, idempotency_key: 'l' } },
    { ...message, properties: keyless },
    { ...message, properties: { ...properties, sent_at: '1001' } },
    { ...message, properties: { ...properties, sent_at: 'now' } },
    { ...message, properties: ageless },
  ];
  for (const other of others)
    await expect(verify(token, other)).rejects.toMatchObject({
      reason: 'unknown',
      message: expect.stringContaining('another message'),
    });
});

test('a token that is tampered with, of a stranger or none at all is refused', async () => {
  const { sign, verify } = start();
  const stranger = pair();
  const [head = '', body = '', signature = ''] = (await sign(claims)).split('.');
  const more = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), workspaces: null }),
  ).toString('base64url');
  await expect(verify(`${head}.${more}.${signature}`, any)).rejects.toMatchObject({ reason: 'unknown' });
  const foreign = await createSignScopeToken(async () => stranger.privateKey, { now: () => Date.now() })(claims);
  await expect(verify(foreign, any)).rejects.toMatchObject({ reason: 'unknown' });
  await expect(verify('no token', any)).rejects.toMatchObject({ reason: 'malformed' });
});

test('keys rotate: several are taken at once, and one that is taken out no longer', async () => {
  const { keys, signing, sign, verify } = start();
  const before = await sign(claims);
  const next = pair();
  keys.push(next);
  signing.key = next.privateKey;
  const after = await sign(claims);
  for (const token of [before, after]) await verify(token, any);
  keys.shift();
  await verify(after, any);
  await expect(verify(before, any)).rejects.toMatchObject({ reason: 'unknown' });
});

test('keys are read from PEM, several public ones after each other', () => {
  const [one, two] = [pair(), pair()];
  expect(readSigningKey(pemOf(one.privateKey)).equals(one.privateKey)).toBe(true);
  const read = readVerifyingKeys(`# keys of the fleet\n${pemOf(one.publicKey)}${pemOf(two.publicKey)}`);
  expect(read.map((key) => key.export({ format: 'jwk' }))).toEqual(
    [one, two].map(({ publicKey }) => publicKey.export({ format: 'jwk' })),
  );
});

test.each([
  ['a private key', () => readSigningKey('secret')],
  ['a private key of another kind', () => readSigningKey(pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey))],
  ['public keys', () => readVerifyingKeys('')],
  ['public keys of another kind', () => readVerifyingKeys(pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey))],
])('what is not %s is refused with what is accepted', (_what, read) => {
  expect(read).toThrow(/Ed25519 as PEM/);
});
