import type { Applied } from '@agent-mem/pulsar';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import { UsedWrongly } from '../refusal.ts';
import { hostedServices } from '../services.ts';

interface InitFlags {
  readonly dryRun?: true;
  readonly role?: string;
}

/** Adds `init`; `run` keeps its exit code. */
export function addInit(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0>) => Promise<void>,
): void {
  program
    .command('init')
    .description('makes what the fleet needs on a Pulsar broker: tenant, namespaces, topics, subscriptions, schemas')
    .option('--dry-run', 'only says what it would do')
    .option('--role <name>', 'also lets this role publish and consume there')
    .addHelpText(
      'after',
      '\nSafe to repeat. It needs BUS_URL or PULSAR_ADMIN_URL, and, if Pulsar authenticates clients, the PULSAR_TOKEN of an administrator; the fleet itself then runs without such rights. It takes the flags of agent-mem --help --all.',
    )
    .action((flags: InitFlags, command: Command) => run(command, (environment) => init(flags, environment, terminal)));
}

/** A line a thing, as it is done. */
async function init({ dryRun, role }: InitFlags, environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  const { applyPlan, plan } = await import('@agent-mem/pulsar');
  const { programConfig } = await import('../config.ts');
  const { lineOf, summaryOf } = await import('./plan-text.ts');
  const { plannedServices, pulsarAdminFor } = await import('../adapters/pulsar.ts');
  const { configuredWebhookNames } = await import('../connectors/webhooks.ts');
  const { webhookSubscriptions } = await import('@agent-mem/webhooks');
  const config = programConfig(environment);
  const admin = pulsarAdminFor(config);
  if (!admin) {
    throw new UsedWrongly(
      'init prepares a Pulsar broker: set BUS_URL to its ws:// or pulsar:// URL, or PULSAR_ADMIN_URL to its http:// one',
    );
  }
  const rehearsal = dryRun === true;
  // Hosted where the fleet stands in flows of TrustGraph's, which the environment of this command need not say.
  const services = [...plannedServices(await hostedServices([])), { name: 'trustgraph', listens: false } as const];
  const subscriptions = webhookSubscriptions(await configuredWebhookNames(environment));
  const wanted = plan({ tenant: config.PULSAR_TENANT, services, subscriptions, role: role ?? null });
  const applied: Applied[] = [];
  for await (const one of applyPlan(admin, wanted, { rehearsal })) {
    applied.push(one);
    terminal.print(lineOf(one, rehearsal));
  }
  terminal.print(summaryOf(applied, rehearsal));
  return 0;
}
