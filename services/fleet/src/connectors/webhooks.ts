import { readConfig } from '@agent-mem/runtime';
import { variables, type Webhook, webhooksConnector } from '@agent-mem/webhooks';
import { UsedWrongly } from '../refusal.ts';
import type { HostedConnector } from './connectors.ts';

/** Events by signed POSTs, to the addresses that WEBHOOKS_FILE names. Where it names none the connector only takes down what an earlier start has put up. */
export const webhooks: HostedConnector = {
  name: 'webhooks',
  variables,
  async open({ environment }) {
    const named = await configuredWebhooks(environment);
    return {
      connector: webhooksConnector(named),
      service: null,
      line: named.length === 0 ? null : `Events go to the webhooks ${named.map(({ name }) => name).join(', ')}`,
      async reach() {},
      async [Symbol.asyncDispose]() {},
    };
  },
};

/** The webhooks of WEBHOOKS_FILE. Throws `UsedWrongly` for a file that is wrong, or a secret that is not set. */
function configuredWebhooks(environment: Environment): Promise<readonly Webhook[]> {
  return readFrom(environment, ({ openWebhooksOfFile }, path) => openWebhooksOfFile(path, environment));
}

/** The names of the webhooks of WEBHOOKS_FILE, whose secrets this terminal need not have. Throws `UsedWrongly` for a file that is wrong. */
export function configuredWebhookNames(environment: Environment): Promise<readonly string[]> {
  return readFrom(environment, ({ webhookNamesOfFile }, path) => webhookNamesOfFile(path));
}

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = typeof import('@agent-mem/webhooks/settings');

async function readFrom<Read>(
  environment: Environment,
  read: (settings: Settings, path: string) => Promise<readonly Read[]>,
): Promise<readonly Read[]> {
  const { WEBHOOKS_FILE: path } = readConfig(variables, environment);
  if (path === '') return [];
  // What reads the file is loaded only where there is one.
  const settings = await import('@agent-mem/webhooks/settings');
  try {
    return await read(settings, path);
  } catch (error) {
    throw new UsedWrongly(`WEBHOOKS_FILE ${(error as Error).message}`, { cause: error });
  }
}
