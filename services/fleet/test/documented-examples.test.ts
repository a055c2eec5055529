import { createLogger } from '@agent-mem/runtime';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { openFleet } from '../src/fleet.ts';

/** What the examples name that is not there, and what cannot be done without it. */
const mayBe: ReadonlySet<string> = new Set(['not-found', 'failed-precondition']);

it('every example of the OpenAPI document is answered, or refused for what it names alone', async () => {
  await using data = await temporaryDirectory();
  const environment = { DATA_DIR: data.path, HTTP_PORT: '0', GRPC_PORT: '0', ADMIN_PORT: '0' };
  await using fleet = await openFleet({ services: [], environment, log: createLogger({ level: 'silent' }) });
  // biome-ignore lint/suspicious/noExplicitAny: a document is JSON of any depth.
  const { paths } = (await (await fetch(`${fleet.httpUrl}/openapi.json`)).json()) as any;
  const posts = Object.keys(paths).filter((path) => paths[path].post);
  // A trip must have begun for the rest to be about it, and what erases comes last.
  const rank = (path: string) => (path.endsWith('/create') ? 0 : /(purge|delete|end|archive)$/.test(path) ? 2 : 1);
  let answered = 0;
  for (const path of posts.toSorted((a, b) => rank(a) - rank(b))) {
    const { example } = paths[path].post.requestBody.content['application/json'];
    const response = await fetch(`${fleet.httpUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(example),
    });
    const body = (await response.json()) as { readonly error?: { readonly type: string; readonly message: string } };
    if (response.ok) answered += 1;
    else expect([path, body.error?.message, mayBe.has(body.error?.type ?? '')]).toEqual([path, body.error?.message, true]);
  }
  expect(answered).toBeGreaterThan(posts.length / 2);
});
