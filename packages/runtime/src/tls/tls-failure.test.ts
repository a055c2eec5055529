import { expect, it } from 'vitest';
import { failureCode, tlsFailure } from './tls-failure.ts';

const redis = { url: 'KEYVALUE_URL', caFile: 'KEYVALUE_CA_FILE', certificateFile: null };
const pulsar = { url: 'BUS_URL', caFile: 'PULSAR_TLS_CA_FILE', certificateFile: 'PULSAR_TLS_CERTIFICATE_FILE' };

it.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', redis, 'check KEYVALUE_CA_FILE'],
  ['SELF_SIGNED_CERT_IN_CHAIN', pulsar, 'check PULSAR_TLS_CA_FILE'],
  ['CERT_HAS_EXPIRED', redis, 'renew it there'],
  ['CERT_NOT_YET_VALID', redis, 'compare its clock'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', redis, 'name one of them in KEYVALUE_URL'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', redis, 'let it ask clients for none'],
  ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', pulsar, 'check PULSAR_TLS_CERTIFICATE_FILE'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', redis, 'check KEYVALUE_URL'],
])('%s has its own cure', (code, variables, cure) => {
  expect(tlsFailure(code, variables)).toMatch(`(${code}): ${cure}`);
});

it('what is no failure of TLS is none', () => {
  expect(tlsFailure('ECONNREFUSED', redis)).toBeNull();
});

it('the code of a failure is that of its first cause that has one', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const failed = new TypeError('fetch failed', { cause: new AggregateError([refused, new Error('another')]) });
  expect(failureCode(new Error('Connection error.', { cause: failed }))).toBe('ECONNREFUSED');
  expect(failureCode(new Error('Connection error.'))).toBeNull();
});
