import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { checkSettings, openWebhooksOfFile } from '../src/settings/index.ts';
import { secrets, startWebhooks } from './start-webhooks.ts';

const reference = '$'.concat('{HOOK_SECRET}');
const good = { url: 'https://example.com/hook', scope: 'acme/*/*', secret: reference };

test.each([
  [{ audit: { ...good, events: ['fact-stored', 'message-appended'], attempts: 1, timeout_ms: 1_000 } }],
  [{ audit: { ...good, scope: '*', secret: [reference, { secret: 'NEXT_SECRET' }] } }],
  [null],
])('what fits is taken: %j', (settings) => {
  expect(checkSettings(settings)).toEqual(settings ?? {});
});

test.each([
  [{ audit: { ...good, ulr: 'x' } }, 'audit.ulr: is not known; did you mean url?'],
  [{ audit: { url: good.url, secret: reference } }, 'audit.scope: is missing'],
  [{ audit: { url: good.url, scope: '*' } }, 'audit.secret: is missing'],
  [{ audit: { ...good, url: 'ftp://example.com' } }, 'audit.url: must start with http:// or https://'],
  [{ audit: { ...good, url: 'http://:80' } }, 'audit.url: Invalid URL'],
  [{ audit: { ...good, url: 'https://me:pass@example.com' } }, 'audit.url: must have no user and no password'],
  [{ audit: { ...good, scope: 'acme' } }, 'audit.scope: must be workspace/user/collection, each a name or *'],
  [{ audit: { ...good, scope: 'a//b' } }, 'audit.scope: must be workspace/user/collection'],
  [{ audit: { ...good, scope: '%/b/c' } }, 'audit.scope: must be workspace/user/collection'],
  [{ audit: { ...good, events: ['fact-stolen'] } }, 'audit.events.0: must be equal to one of the allowed values'],
  [{ audit: { ...good, attempts: 0 } }, 'audit.attempts: must be >= 1'],
  [{ audit: { ...good, secret: 'whsec_abc' } }, 'audit.secret: a secret comes from the environment'],
  [{ 'my hook': good }, 'my hook: must be a letter, then'],
])('what is wrong is named: %j', (settings, sentence) => {
  expect(() => checkSettings(settings)).toThrow(sentence);
  expect(() => checkSettings(settings)).not.toThrow('whsec_abc');
});

test.each([
  [{}, 'the variable HOOK_SECRET is not set'],
  [{ HOOK_SECRET: 'not base64 at all' }, 'must be whsec_ and 24 to 64 bytes in base64'],
  [{ HOOK_SECRET: `whsec_${Buffer.from('short').toString('base64')}` }, 'must be whsec_ and 24 to 64 bytes in base64'],
])('a secret that cannot sign stops the start, unsaid: %j', async (environment: { readonly HOOK_SECRET?: string }, sentence) => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'agent-mem.yaml');
  await writeFile(path, JSON.stringify({ webhooks: { audit: good } }));
  const refusal = await openWebhooksOfFile(path, environment).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(refusal).toBe(`${path}: webhooks: audit.secret: ${sentence}`);
  await expect(openWebhooksOfFile(path, secrets)).resolves.toHaveLength(1);
});

test('a file that is wrong stops the start, and says where', async () => {
  await expect(startWebhooks({ audit: { ...good, url: undefined } })).rejects.toThrow(
    /^WEBHOOKS_FILE .*: webhooks: audit\.url: is missing$/,
  );
});
