import { newEvent, systemClock } from '@agent-mem/contract';
import { createLogger } from '@agent-mem/runtime';
import { defaultScope, startWebhookReceiver } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { deliver } from '../src/deliver.ts';

test('neither the log nor the reason of a failure has the address, the secret or what was sent', async () => {
  await using receiver = await startWebhookReceiver((_, count) => ({ status: count === 1 ? 500 : 200 }));
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } });
  const key = Buffer.from('a secret of thirty-two characters');
  const scope = { workspace: null, user: null, collection: null };
  const url = `${receiver.url}/hook?token=in-the-address`;
  // Longer than this test may take.
  const timeoutMs = 300_000;
  const webhook = { name: 'audit', url, events: new Set([]), scope, keys: [key], timeoutMs, attempts: 2 };
  const data = { invocation_completed: { invocation_id: 'inv_1', question: 'Where does Anne live?', answer: 'In Paris' } };
  const event = newEvent(defaultScope, 'c1', { type: 'invocation-completed', data }, systemClock.now());
  const { signal } = new AbortController();
  const attempt = (url: string) =>
    deliver({ ...webhook, url }, event, { attempt: 1, signal }, { clock: systemClock, log, signal }).catch(
      (error: Error) => error.message,
    );
  expect(await attempt(url)).toBe('Webhook audit answered 500');
  expect(await attempt(url)).toBeUndefined();
  expect(await attempt('http://127.0.0.1:1/hook?token=in-the-address')).toBe('Webhook audit cannot be reached');
  expect(lines).toHaveLength(3);
  expect(lines.join('')).toContain(event.id);
  expect(lines.join('')).not.toMatch(/in-the-address|thirty-two|v1,|Anne|Paris|127\.0\.0\.1/);
});
