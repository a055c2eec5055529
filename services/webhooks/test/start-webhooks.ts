import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startFleet, type TestFleet, type TestFleetOptions, temporaryDirectory } from '@agent-mem/testing';

/** Secrets as Standard Webhooks writes them. */
export const secrets = {
  HOOK_SECRET: `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`,
  NEXT_SECRET: `whsec_${Buffer.from('the secret that comes after it ..').toString('base64')}`,
};

/** What every webhook of these tests has. */
export const signed = { scope: '*', secret: { secret: 'HOOK_SECRET' } };

/** A fleet with webhooks. */
export interface WebhookFleet extends AsyncDisposable {
  readonly fleet: TestFleet;
  /** Stores a fact and answers its id. */
  store(content: string, scope?: { readonly workspace?: string; readonly user?: string }): Promise<string>;
}

/** Starts one with these under `webhooks:`; `null`: with no file. */
export async function startWebhooks(webhooks: object | null, options: TestFleetOptions = {}): Promise<WebhookFleet> {
  await using stack = new AsyncDisposableStack();
  const file = join(stack.use(await temporaryDirectory()).path, 'webhooks.yaml');
  await writeFile(file, JSON.stringify({ webhooks }));
  const environment = { ...secrets, ...(webhooks && { WEBHOOKS_FILE: file }), ...options.environment };
  const services = ['facts', 'conversations', 'gateway'];
  const fleet = stack.use(await startFleet({ services, ...options, environment }));
  const open = stack.move();
  return {
    fleet,
    store: async (content, scope = {}) => (await fleet.caller.call('facts', 'store', { content, ...scope })).fact_id,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
