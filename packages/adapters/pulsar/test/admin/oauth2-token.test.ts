import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turnedClock } from '@agent-mem/testing';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { oauth2Token } from '../../src/access/oauth2-token.ts';

const directory = mkdtempSync(join(tmpdir(), 'agent-mem-oauth2-'));
const credentialsFile = join(directory, 'credentials.json');
afterAll(() => rmSync(directory, { recursive: true }));

let asked: Record<string, string>[];
let status: number;
let answer: object;
let issuerUrl: string;
const server = createServer(async (request, response) => {
  const form = new URLSearchParams((await request.toArray()).join(''));
  if (request.url === '/realm/.well-known/openid-configuration') {
    response.setHeader('content-type', 'application/json');
    // The address outside the cluster.
    response.end(JSON.stringify({ issuer: 'https://issuer.example/realm', token_endpoint: `${issuerUrl}oauth/token` }));
    return;
  }
  expect([request.method, request.url]).toEqual(['POST', '/realm/oauth/token']);
  asked.push(Object.fromEntries(form));
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ access_token: `token-${asked.length}`, token_type: 'Bearer', expires_in: 100, ...answer }));
});

beforeEach(async () => {
  asked = [];
  status = 200;
  answer = {};
  writeFileSync(credentialsFile, JSON.stringify({ type: 'client_credentials', client_id: 'fleet', client_secret: 's3cret' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm/`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

it('asks the issuer once for many, and again before the token ends', async () => {
  const clock = turnedClock();
  const token = oauth2Token({ issuerUrl, audience: 'urn:pulsar', scope: 'memory', credentialsFile, clock });
  expect(await Promise.all([token(), token()])).toEqual(['token-1', 'token-1']);
  await clock.advance(79_000);
  expect(await token()).toBe('token-1');
  await clock.advance(2_000);
  expect(await token()).toBe('token-2');
  const grant = { grant_type: 'client_credentials', client_id: 'fleet', client_secret: 's3cret' };
  expect(asked).toEqual(Array(2).fill({ ...grant, audience: 'urn:pulsar', scope: 'memory' }));
});

it('says what is wrong without the secret, and asks again the next time', async () => {
  const token = oauth2Token({ issuerUrl, credentialsFile, clock: turnedClock() });
  status = 401;
  const refused = await token().catch((error: unknown) => error);
  expect(refused).toMatchObject({ type: 'unauthenticated', message: expect.stringContaining('HTTP 401') });
  expect(String(refused)).not.toContain('s3cret');
  status = 503;
  await expect(token()).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  writeFileSync(credentialsFile, '{"client_id":"fleet"}');
  await expect(token()).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringContaining(credentialsFile) });
  writeFileSync(credentialsFile, '{"client_id":"fleet","client_secret":"s3cret"}');
  status = 200;
  expect(await token()).toBe('token-3');
});

it('refuses an answer that is none of OAuth’s', async () => {
  const token = oauth2Token({ issuerUrl, credentialsFile, clock: turnedClock() });
  for (const wrong of [{ access_token: '' }, { token_type: 'mac' }, { expires_in: 'soon' }]) {
    answer = wrong;
    await expect(token(), JSON.stringify(wrong)).rejects.toMatchObject({ type: 'unavailable' });
  }
});
