import { accessSync, constants } from 'node:fs';
import { OperationError, systemClock } from '@agent-mem/contract';
import { createPulsarAdmin, type PulsarAdmin } from '../admin/admin.ts';
import { adminUrlOf } from '../admin/admin-url.ts';
import type { PulsarConfig } from '../variables.ts';
import { oauth2Token } from './oauth2-token.ts';
import type { TlsFiles } from './tls.ts';
import type { Token } from './token.ts';

/** How Pulsar is asked, over whichever of its protocols. */
export interface PulsarAccess {
  readonly tenant: string;
  /** `undefined` where the variables name no Pulsar. */
  readonly adminUrl: string | undefined;
  readonly token: Token;
  readonly tls: TlsFiles;
}

/** What of the program's variables says how Pulsar is asked. */
export type PulsarUse = PulsarConfig & { readonly BUS_URL: string };

/** One of each configuration: all that asks Pulsar shows the same token. */
const accesses = new WeakMap<PulsarUse, PulsarAccess>();

/** Throws `invalid-argument` for a malformed PULSAR_ADMIN_URL, a file that cannot be read, or half of what OAuth 2 needs. */
export function pulsarAccess(config: PulsarUse): PulsarAccess {
  const access = accesses.get(config) ?? accessFrom(config);
  accesses.set(config, access);
  return access;
}

function accessFrom(config: PulsarUse): PulsarAccess {
  if ((config.PULSAR_TLS_CERTIFICATE_FILE === '') !== (config.PULSAR_TLS_KEY_FILE === ''))
    throw malformed('PULSAR_TLS_CERTIFICATE_FILE and PULSAR_TLS_KEY_FILE: set both, or neither');
  return {
    tenant: config.PULSAR_TENANT,
    adminUrl: adminUrlFrom(config),
    token: tokenFrom(config),
    tls: {
      caFile: readable(config, 'PULSAR_TLS_CA_FILE'),
      certificateFile: readable(config, 'PULSAR_TLS_CERTIFICATE_FILE'),
      keyFile: readable(config, 'PULSAR_TLS_KEY_FILE'),
    },
  };
}

/** The admin REST; `null` where the variables name no Pulsar. Throws `invalid-argument` likewise. */
export function pulsarAdminOf(config: PulsarUse, signal?: AbortSignal): PulsarAdmin | null {
  const { adminUrl: url, token, tls } = pulsarAccess(config);
  return url === undefined ? null : createPulsarAdmin({ url, token, tls, signal });
}

function adminUrlFrom({ BUS_URL, PULSAR_ADMIN_URL }: PulsarUse): string | undefined {
  if (PULSAR_ADMIN_URL === '') return adminUrlOf(BUS_URL) ?? undefined;
  if (!/^https?:\/\//.test(PULSAR_ADMIN_URL)) throw malformed('PULSAR_ADMIN_URL must start with http:// or https://');
  return PULSAR_ADMIN_URL;
}

function tokenFrom(config: PulsarUse): Token {
  const { PULSAR_TOKEN, PULSAR_OAUTH2_ISSUER_URL: issuerUrl, PULSAR_OAUTH2_AUDIENCE, PULSAR_OAUTH2_SCOPE } = config;
  if (issuerUrl === '') return PULSAR_TOKEN;
  if (PULSAR_TOKEN !== '') throw malformed('PULSAR_TOKEN and PULSAR_OAUTH2_ISSUER_URL: set one of them');
  if (!URL.canParse(issuerUrl)) throw malformed('PULSAR_OAUTH2_ISSUER_URL must be a URL, as in https://issuer.example');
  const credentialsFile = readable(config, 'PULSAR_OAUTH2_CREDENTIALS_FILE');
  if (credentialsFile === '') throw malformed('PULSAR_OAUTH2_ISSUER_URL needs PULSAR_OAUTH2_CREDENTIALS_FILE: set it too');
  return oauth2Token({
    issuerUrl,
    credentialsFile,
    audience: PULSAR_OAUTH2_AUDIENCE,
    scope: PULSAR_OAUTH2_SCOPE,
    clock: systemClock,
  });
}

/** The variable's path; empty when it is not set. */
function readable(config: PulsarUse, variable: keyof PulsarUse & `PULSAR_${string}_FILE`): string {
  const path = config[variable];
  try {
    if (path !== '') accessSync(path, constants.R_OK);
  } catch (cause) {
    throw malformed(`${variable}: ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
  return path;
}

function malformed(sentence: string, cause?: unknown): OperationError {
  return new OperationError('invalid-argument', sentence, { cause });
}
