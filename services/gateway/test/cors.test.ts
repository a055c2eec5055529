import { expect, it } from 'vitest';
import { openGateway } from './open-gateway.ts';
import { scriptedCaller } from './scripted-caller.ts';

const host = '127.0.0.1:8700';
const origin = 'https://app.example';

it('a page of an origin that is named may ask, once its browser has asked whether it may', async () => {
  await using app = await openGateway(scriptedCaller({ answer: async () => ({ facts: [] }) }), {
    allowedOrigins: `${origin}, https://other.example`,
  });
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' };
  const before = await app.inject({ method: 'OPTIONS', url: '/v1/facts/list', headers: { host, origin, ...asked } });
  expect(before.statusCode).toBe(204);
  expect(before.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': expect.stringContaining('authorization'),
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/facts/list',
    headers: { host, origin, 'content-type': 'application/json' },
    payload: '{}',
  });
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
});

it.each(['https://evil.example', 'http://app.example', 'null'])('a page of %s may not', async (foreign) => {
  await using app = await openGateway(scriptedCaller({}), { allowedOrigins: origin });
  const refused = await app.inject({
    method: 'POST',
    url: '/v1/facts/list',
    headers: { host, origin: foreign, 'content-type': 'application/json' },
    payload: '{}',
  });
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  expect((await app.inject({ method: 'OPTIONS', url: '/v1/facts/list', headers: { host, origin: foreign } })).statusCode).toBe(
    403,
  );
});

it('what is no origin is refused at the start', async () => {
  await expect(openGateway(scriptedCaller({}), { allowedOrigins: 'app.example' })).rejects.toThrow(
    /^HTTP_ALLOWED_ORIGINS must hold origins/,
  );
});
