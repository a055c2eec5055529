import { join } from 'node:path';
import { type AuditLog, openAuditFiles, printedAuditLog } from '@agent-mem/access';
import type { Clock } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import { folderFailure } from '@agent-mem/runtime/file-failure';
import type { FleetConfig } from '../config.ts';
import { StartFailed } from '../refusal.ts';
import { authMode } from './auth-mode.ts';

type AuditConfig = Pick<FleetConfig, 'AUDIT_LOG' | 'AUDIT_DAYS' | 'AUTH' | 'DATA_DIR' | 'HOST'>;

/** The folder of the audit log's files; `null`: it goes elsewhere, or nowhere. */
export function auditFolder(config: AuditConfig): string | null {
  const { AUDIT_LOG, DATA_DIR } = config;
  if (AUDIT_LOG === '-' || AUDIT_LOG === 'off') return null;
  if (AUDIT_LOG !== '') return AUDIT_LOG;
  return authMode(config) === 'off' ? null : join(DATA_DIR, 'audit');
}

/** The audit log that a configuration asks for; `null`: none. Throws `StartFailed` where its folder cannot be made. */
export async function openAudit(
  config: AuditConfig,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<AuditLog | null> {
  if (config.AUDIT_LOG === '-') return printedAuditLog((line) => process.stdout.write(`${line}\n`));
  const folder = auditFolder(config);
  if (folder === null) return null;
  try {
    return await openAuditFiles({ folder, days: config.AUDIT_DAYS, clock, log });
  } catch (cause) {
    throw new StartFailed(
      `AUDIT_LOG: the folder ${folder} cannot be written: ${folderFailure(cause) ?? (cause as Error).message}`,
      { cause },
    );
  }
}
