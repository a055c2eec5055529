import type { Event } from '@agent-mem/contract';
import { checkedBlock, openBlock, requireReference, resolveTexts, type SecretText } from '@agent-mem/runtime/settings-block';
import { readScopePattern } from '../scope-pattern.ts';
import type { Webhook } from '../webhook.ts';
import { eventTypes, settingsSchema, type WebhookSettings } from './settings-schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const defaultTimeoutMs = 15_000;
const defaultAttempts = 10;

/** The block `webhooks:` of a settings file. Throws an `Error` whose message names the member, and the nearest known one where it is not known. */
export function checkSettings(value: unknown): Readonly<Record<string, WebhookSettings>> {
  const settings = checkedBlock<Readonly<Record<string, WebhookSettings>>>(value ?? {}, settingsSchema);
  for (const [name, webhook] of Object.entries(settings)) {
    for (const secret of secretsOf(webhook)) requireReference(`${name}.secret`, secret);
    checkUrl(`${name}.url`, webhook.url);
    checked(`${name}.scope`, () => readScopePattern(webhook.scope));
  }
  return settings;
}

/** The webhooks that the block `webhooks:` of a file names. Rejects with an `Error` whose message names the file and the member that is wrong, and no secret. */
export function openWebhooksOfFile(path: string, environment: Environment): Promise<readonly Webhook[]> {
  return openBlock(path, 'webhooks', (block) =>
    Object.entries(checkSettings(block)).map(([name, settings]) => ({
      name,
      url: settings.url,
      events: new Set((settings.events ?? eventTypes) as readonly Event['type'][]),
      scope: readScopePattern(settings.scope),
      keys: secretsOf(settings).map((secret) => keyOf(name, secret, environment)),
      timeoutMs: settings.timeout_ms ?? defaultTimeoutMs,
      attempts: settings.attempts ?? defaultAttempts,
    })),
  );
}

/** The names of the webhooks in the file, by which their subscriptions go. It asks for no secret. Rejects as `openWebhooksOfFile`. */
export function webhookNamesOfFile(path: string): Promise<readonly string[]> {
  return openBlock(path, 'webhooks', (block) => Object.keys(checkSettings(block)));
}

function secretsOf({ secret }: WebhookSettings): readonly SecretText[] {
  return Array.isArray(secret) ? secret : [secret as SecretText];
}

/** The bytes of a secret, as Standard Webhooks writes them. */
function keyOf(name: string, secret: SecretText, environment: Environment): Buffer {
  const { texts } = resolveTexts(name, { secret }, environment);
  const text = (texts.secret ?? '').replace(/^whsec_/, '');
  const key = Buffer.from(text, 'base64');
  const isBase64 = key.toString('base64').replace(/={1,2}$/, '') === text.replace(/={1,2}$/, '');
  if (isBase64 && key.length >= 24 && key.length <= 64) return key;
  throw new Error(`${name}.secret: must be whsec_ and 24 to 64 bytes in base64`);
}

function checkUrl(path: string, url: string): void {
  const { username, password } = checked(path, () => new URL(url));
  if (username !== '' || password !== '')
    throw new Error(`${path}: must have no user and no password; the signature is what the receiver checks`);
}

function checked<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${path}: ${(cause as Error).message}`, { cause });
  }
}
