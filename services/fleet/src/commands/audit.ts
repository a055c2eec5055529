import type { AuditEntry } from '@agent-mem/access';
import { dayMs } from '@agent-mem/contract';
import type { Command } from 'commander';
import { printable } from '../command-line/printable.ts';
import { tableOfRows } from '../command-line/table.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { StartFailed, UsedWrongly } from '../refusal.ts';

interface AuditFlags {
  readonly days: string;
  readonly who?: string;
  readonly about?: string;
  readonly refused?: true;
  readonly json?: true;
}

/** Adds `audit`; `run` keeps its exit code. */
export function addAudit(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  program
    .command('audit')
    .description('prints the audit log of this machine, the oldest first: who did what, when and from where')
    .option('--days <n>', 'how far back', '1')
    .option('--who <credential>', 'only of this one, as key:1f3a5c7e9b0d')
    .option('--about <id>', 'only entries that name this record, conversation or key')
    .option('--refused', 'only what was refused, or would have been (AUTH=report)')
    .option('--json', 'a JSON object a line')
    .addHelpText('after', '\nReads the files in AUDIT_LOG. It takes the flags of agent-mem --help --all.')
    .action((flags: AuditFlags, command: Command) => run(command, (environment) => audit(flags, environment, terminal)));
}

async function audit(flags: AuditFlags, environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  if (!/^\d{1,4}$/.test(flags.days)) throw new UsedWrongly(`--days must be a whole number, got "${flags.days}"`);
  const { readAuditFiles } = await import('@agent-mem/access');
  const { auditFolder } = await import('../access/audit-folder.ts');
  const { programConfig } = await import('../config.ts');
  const config = programConfig(environment);
  // A fleet that was started with AUTH has written there.
  const folder = auditFolder({ ...config, AUTH: config.AUTH || 'required' });
  if (folder === null) throw new StartFailed(`AUDIT_LOG is ${config.AUDIT_LOG}: there are no files to read`);
  const since = new Date(Date.now() - Number(flags.days) * dayMs).toISOString();
  const found: AuditEntry[] = [];
  try {
    for await (const entry of readAuditFiles(folder, since)) {
      if (!isWanted(entry, flags)) continue;
      if (flags.json) terminal.print(JSON.stringify(entry));
      else found.push(entry);
    }
  } catch (cause) {
    throw new StartFailed(
      `There is no audit log in ${folder}: AUDIT_LOG names its folder, and with AUTH off none is written without it`,
      { cause },
    );
  }
  if (flags.json) return 0;
  if (found.length === 0) terminal.print('Nothing was written down');
  else for (const line of tableOfRows([heads, ...found.map(rowOf)])) terminal.print(line);
  return 0;
}

const heads = ['AT', 'WHO', 'FROM', 'OPERATION', 'SCOPE', 'OUTCOME', 'IDS'];

function rowOf({
  at,
  who,
  name,
  from,
  door,
  operation,
  workspace,
  user,
  collection,
  ids,
  outcome,
  reason,
}: AuditEntry): readonly string[] {
  const scope = [workspace, user, collection].some((each) => each !== '') ? `${workspace}/${user}/${collection}` : '-';
  const named = Object.entries(ids).map(([member, value]) => `${member}=${[value].flat().join(',')}`);
  const by = who === null ? '-' : `${who}${name && ` (${name})`}`;
  return [
    at,
    by,
    `${door} ${from}`,
    operation || '-',
    scope,
    reason ? `${outcome}: ${reason}` : outcome,
    named.join(' ') || '-',
  ].map(printable);
}

function isWanted({ who, ids, reason }: AuditEntry, flags: AuditFlags): boolean {
  const isOf = flags.who === undefined || who === flags.who;
  const isAbout = flags.about === undefined || Object.values(ids).flat().includes(flags.about);
  return isOf && isAbout && (!flags.refused || reason !== '');
}
