import { expect, test } from 'vitest';
import { reached } from './reached.ts';

test.each([
  ['a certificate that is not trusted', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'broke (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  ['a failure without a code', {}, 'broke'],
  ['a failure without a cause', undefined, 'broke'],
])('%s is unavailable, with what the platform says of it', async (_what, cause, end) => {
  const failed = () => Promise.reject(new TypeError('fetch failed', { cause }));
  await expect(reached('https://memory.example', failed)).rejects.toMatchObject({
    type: 'unavailable',
    retryable: true,
    message: `https://memory.example cannot be reached, or the connection ${end}`,
  });
});
