import { accessSync, constants } from 'node:fs';
import { systemClock } from '@agent-mem/contract';
import {
  adminUrlOf,
  createPulsarAdmin,
  oauth2Token,
  type PlannedService,
  type PulsarAdmin,
  type TlsFiles,
  type Token,
} from '@agent-mem/pulsar';
import type { FleetConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';
import type { HostedServices } from '../services.ts';

/** How Pulsar is asked, over whichever of its protocols. */
export interface PulsarAccess {
  readonly tenant: string;
  /** `undefined` where the variables name no Pulsar. */
  readonly adminUrl: string | undefined;
  readonly token: Token;
  readonly tls: TlsFiles;
}

/** One of each configuration: whoever asks Pulsar shows the same token. */
const accesses = new WeakMap<FleetConfig, PulsarAccess>();

/** Throws `UsedWrongly` for a malformed PULSAR_ADMIN_URL, a file that cannot be read, or half of what OAuth 2 needs. */
export function pulsarAccess(config: FleetConfig): PulsarAccess {
  const access = accesses.get(config) ?? accessFrom(config);
  accesses.set(config, access);
  return access;
}

function accessFrom(config: FleetConfig): PulsarAccess {
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

/** The admin REST; `null` where the variables name no Pulsar. Throws `UsedWrongly` likewise. */
export function pulsarAdminOf(config: FleetConfig, signal?: AbortSignal): PulsarAdmin | null {
  const { adminUrl: url, token, tls } = pulsarAccess(config);
  return url === undefined ? null : createPulsarAdmin({ url, token, tls, signal });
}

/** Services as a plan for Pulsar needs them. */
export function plannedServices(hosted: HostedServices): readonly PlannedService[] {
  return hosted.services.map(({ name, events }) => ({ name, listens: events !== undefined }));
}

function adminUrlFrom({ BUS_URL, PULSAR_ADMIN_URL }: FleetConfig): string | undefined {
  if (PULSAR_ADMIN_URL === '') return adminUrlOf(BUS_URL) ?? undefined;
  if (!/^https?:\/\//.test(PULSAR_ADMIN_URL)) throw new UsedWrongly('PULSAR_ADMIN_URL must start with http:// or https://');
  return PULSAR_ADMIN_URL;
}

function tokenFrom(config: FleetConfig): Token {
  const { PULSAR_TOKEN, PULSAR_OAUTH2_ISSUER_URL: issuerUrl, PULSAR_OAUTH2_AUDIENCE, PULSAR_OAUTH2_SCOPE } = config;
  if (issuerUrl === '') return PULSAR_TOKEN;
  if (PULSAR_TOKEN !== '') throw new UsedWrongly('PULSAR_TOKEN and PULSAR_OAUTH2_ISSUER_URL: set one of them');
  if (!URL.canParse(issuerUrl)) throw new UsedWrongly('PULSAR_OAUTH2_ISSUER_URL must be a URL, as in https://issuer.example');
  const credentialsFile = readable(config, 'PULSAR_OAUTH2_CREDENTIALS_FILE');
  if (credentialsFile === '') throw new UsedWrongly('PULSAR_OAUTH2_ISSUER_URL needs PULSAR_OAUTH2_CREDENTIALS_FILE: set it too');
  return oauth2Token({
    issuerUrl,
    credentialsFile,
    audience: PULSAR_OAUTH2_AUDIENCE,
    scope: PULSAR_OAUTH2_SCOPE,
    clock: systemClock,
  });
}

/** The variable's path; empty when it is not set. */
function readable(config: FleetConfig, variable: keyof FleetConfig & `PULSAR_${string}_FILE`): string {
  const path = config[variable];
  try {
    if (path !== '') accessSync(path, constants.R_OK);
  } catch (cause) {
    throw new UsedWrongly(`${variable}: ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
  return path;
}
