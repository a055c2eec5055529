import { OperationError, type ServiceName, topicUrl } from '@agent-mem/contract';
import type { PulsarAdmin } from '../admin/admin.ts';
import { describedTopics } from './plan.ts';
import { findSchema, registerSchema, schemaMismatch } from './register-schema.ts';

/** `register` makes the broker's schemas those of this fleet, `verify` only compares, `off` does neither. */
export type SchemaMode = 'register' | 'verify' | 'off';

export const schemaModes: readonly SchemaMode[] = ['register', 'verify', 'off'];

export interface SchemaOptions {
  readonly mode: SchemaMode;
  readonly tenant: string;
  /** Whose topics; those of events come with any of them. */
  readonly services: readonly ServiceName[];
}

/**
 * Brings the topics of these services and their schemas together, those of topics that are not persistent too. Safe to repeat: after a reconnect it
 * mends what a broker has lost. A schema that is among the versions registered is left alone, so an older fleet may start beside a newer one.
 * Throws `failed-precondition`, showing both, for a schema that does not fit (`register`) or is not registered (`verify`).
 */
export async function applySchemas(admin: PulsarAdmin, { mode, tenant, services }: SchemaOptions): Promise<void> {
  if (mode === 'off' || services.length === 0) return;
  for (const { topic, schema } of describedTopics(services)) {
    const url = topicUrl(topic, tenant);
    const { isRegistered, newest } = await findSchema(admin, url, schema);
    if (isRegistered) continue;
    if (mode === 'register') await registerSchema(admin, url, schema);
    else if (newest) throw schemaMismatch(url, newest, schema);
    else throw notRegistered(url, schema);
  }
}

function notRegistered(topic: string, schema: string): OperationError {
  const cure = 'run the command init, or set SCHEMAS=register';
  return new OperationError('failed-precondition', `${topic} has no schema registered (${cure})\nHere: ${schema}`);
}
