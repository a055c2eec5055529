import { path, topicParts } from '../topic-path.ts';
import type { AdminRequest } from './admin-request.ts';
import { unless } from './refusal.ts';

export interface RegisteredSchema {
  readonly version: number;
  /** `JSON`, `AVRO`, `STRING` … */
  readonly type: string;
  /** What describes it; of a JSON schema an Avro record. */
  readonly schema: string;
}

/** Schemas by the topic's URL. A persistent and a non-persistent topic of one name share theirs. */
export interface Schemas {
  /** Every version there is, oldest first. */
  versions(topic: string): Promise<readonly RegisteredSchema[]>;
  /**
   * Registers a JSON schema, an Avro record as text; one that is among the versions changes nothing.
   * Rejects with `already-exists` when it is incompatible with what is registered, with `not-found` when the namespace is missing.
   */
  register(topic: string, schema: string): Promise<void>;
}

interface WireSchema {
  readonly version: number;
  readonly type: string;
  readonly data: string;
}

export function schemas(request: AdminRequest): Schemas {
  const pathOf = (topic: string, what: string) => {
    const { tenant, namespace, name } = topicParts(topic);
    return `/schemas${path(tenant, namespace, name)}/${what}`;
  };
  return {
    async versions(topic) {
      const answer = await unless('not-found', request('GET', pathOf(topic, 'schemas')));
      const { getSchemaResponses: found } = (answer ?? { getSchemaResponses: [] }) as { getSchemaResponses: WireSchema[] };
      return found.map(({ version, type, data }) => ({ version, type, schema: data }));
    },
    async register(topic, schema) {
      await request('POST', pathOf(topic, 'schema'), { type: 'JSON', schema, properties: {} });
    },
  };
}
