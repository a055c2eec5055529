import { APIConnectionError } from 'openai';
import { expect, it } from 'vitest';
import { failureOf } from './refusal.ts';

const sentenceOf = (code: string) => {
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('of the socket'), { code }) });
  return failureOf(new APIConnectionError({ cause }), '', new AbortController().signal).message;
};

it.each([
  ['ECONNREFUSED', "The model's server cannot be reached, or broke off (ECONNREFUSED)"],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    "The model's server cannot be reached: its TLS is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): check NODE_EXTRA_CA_CERTS",
  ],
])('a server that cannot be reached is named with why: %s', (code, sentence) => {
  expect(sentenceOf(code)).toBe(sentence);
});

it('a certificate that has expired is named as such', () => {
  expect(sentenceOf('CERT_HAS_EXPIRED')).toMatch("The model's server cannot be reached: its certificate has expired");
});
