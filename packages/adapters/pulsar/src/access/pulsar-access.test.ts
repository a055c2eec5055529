import { fileURLToPath } from 'node:url';
import { readConfig } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { variables } from '../variables.ts';
import { pulsarAccess } from './pulsar-access.ts';

const file = fileURLToPath(import.meta.url);
const access = (environment: Readonly<Record<string, string>>) =>
  pulsarAccess({ BUS_URL: 'pulsar+ssl://broker:6651', ...readConfig(variables, environment) });

describe('how Pulsar is asked', () => {
  it('is what the variables say', () => {
    const files = { PULSAR_TLS_CA_FILE: file, PULSAR_TLS_CERTIFICATE_FILE: file, PULSAR_TLS_KEY_FILE: file };
    expect(access({ ...files, PULSAR_TOKEN: 't', PULSAR_TENANT: 'me' })).toEqual({
      tenant: 'me',
      adminUrl: 'https://broker:8443',
      token: 't',
      tls: { caFile: file, certificateFile: file, keyFile: file },
    });
  });

  it('is by tokens of an issuer where one is named', () => {
    const oauth2 = { PULSAR_OAUTH2_ISSUER_URL: 'https://issuer', PULSAR_OAUTH2_CREDENTIALS_FILE: file };
    expect(access(oauth2).token).toBeInstanceOf(Function);
  });

  it.each([
    [{ PULSAR_ADMIN_URL: 'broker:8080' }, 'PULSAR_ADMIN_URL must start with http:// or https://'],
    [{ PULSAR_TLS_CA_FILE: '/no/such/file' }, 'PULSAR_TLS_CA_FILE: /no/such/file cannot be read (ENOENT)'],
    [{ PULSAR_TLS_CERTIFICATE_FILE: file }, 'PULSAR_TLS_CERTIFICATE_FILE and PULSAR_TLS_KEY_FILE: set both, or neither'],
    [{ PULSAR_TLS_KEY_FILE: file }, 'PULSAR_TLS_CERTIFICATE_FILE and PULSAR_TLS_KEY_FILE: set both, or neither'],
    [{ PULSAR_OAUTH2_ISSUER_URL: 'https://i' }, 'needs PULSAR_OAUTH2_CREDENTIALS_FILE'],
    [{ PULSAR_OAUTH2_ISSUER_URL: 'i' }, 'PULSAR_OAUTH2_ISSUER_URL must be a URL'],
    [{ PULSAR_OAUTH2_ISSUER_URL: 'https://i', PULSAR_TOKEN: 't' }, 'set one of them'],
  ])('refuses %j in one sentence', (environment, sentence) => {
    expect(() => access(environment)).toThrow(
      expect.objectContaining({ type: 'invalid-argument', message: expect.stringContaining(sentence) }),
    );
  });
});
