import { OperationError } from '@agent-mem/contract';
import type { PulsarAdmin } from '../admin/admin.ts';
import type { RegisteredSchema } from '../admin/schemas.ts';
import { schemaDifference } from './schema-difference.ts';

/** How a topic's schema stands to those registered for it. */
export interface SchemaFinding {
  /** It is one of the versions. A fleet that is a version behind finds its own among them. */
  readonly isRegistered: boolean;
  readonly newest: RegisteredSchema | null;
}

export async function findSchema(admin: PulsarAdmin, topic: string, schema: string): Promise<SchemaFinding> {
  const versions = await admin.schemas.versions(topic);
  return {
    isRegistered: versions.some((version) => schemaDifference(version, schema).length === 0),
    newest: versions.at(-1) ?? null,
  };
}

/** Registers a schema. Throws `failed-precondition` that shows both when it does not fit those registered, or the namespace is missing. */
export async function registerSchema(admin: PulsarAdmin, topic: string, schema: string): Promise<void> {
  try {
    await admin.schemas.register(topic, schema);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    if (error.type === 'not-found') {
      const message = `Pulsar has no namespace for ${topic} (run the command init once; if its admin REST is not beside BUS_URL, set PULSAR_ADMIN_URL)`;
      throw new OperationError('failed-precondition', message, { cause: error });
    }
    if (error.type !== 'already-exists') throw error;
    const { newest } = await findSchema(admin, topic, schema);
    throw newest ? schemaMismatch(topic, newest, schema, error) : error;
  }
}

/** What differs first, then both in full. */
export function schemaMismatch(topic: string, registered: RegisteredSchema, here: string, cause?: unknown): OperationError {
  const lines = [
    `The schema of ${topic} does not fit what is registered there (version ${registered.version}):`,
    ...schemaDifference(registered, here).map((line) => `  ${line}`),
    `Registered: ${registered.schema}`,
    `Here: ${here}`,
  ];
  return new OperationError('failed-precondition', lines.join('\n'), { cause });
}
