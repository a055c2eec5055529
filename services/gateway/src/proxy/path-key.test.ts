import { expect, it } from 'vitest';
import { takePathKey } from './path-key.ts';

it.each([
  ['/k/am_1/v1/chat/completions', '/v1/chat/completions', 'am_1'],
  ['/k/am_1/v1/models/gpt-5?a=b', '/v1/models/gpt-5?a=b', 'am_1'],
  [
    '/k/am_1/v1beta/models/gemini-3:streamGenerateContent?alt=sse',
    '/v1beta/models/gemini-3:streamGenerateContent?alt=sse',
    'am_1',
  ],
  ['/k/am_1/v1beta/models?key=g', '/v1beta/models?key=g', 'am_1'],
  ['/k/am_1/v1beta/chat/completions', '/k/<key>/v1beta/chat/completions', undefined],
  ['/k/am_1/v1/facts/list', '/k/<key>/v1/facts/list', undefined],
  ['/k/am_1', '/k/<key>', undefined],
  ['/k/', '/k/<key>', undefined],
  ['/v1/chat/completions', '/v1/chat/completions', undefined],
  ['/keys', '/keys', undefined],
])('%s is asked as %s', (url, asked, key) => {
  const request: { url: string; headers: Record<string, string> } = { url, headers: {} };
  takePathKey(request);
  expect([request.url, request.headers['x-agent-mem-key']]).toEqual([asked, key]);
});
