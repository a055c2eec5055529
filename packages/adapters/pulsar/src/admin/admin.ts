import { createAdminRequest, type PulsarAdminOptions } from './admin-request.ts';
import { type Namespaces, namespaces } from './namespaces.ts';
import { type Schemas, schemas } from './schemas.ts';
import { type Tenants, tenants } from './tenants.ts';
import { type Topics, topics } from './topics.ts';

/** Pulsar's admin REST, as far as it is needed. Every call rejects with an `OperationError`, which says whether it may be repeated. */
export interface PulsarAdmin {
  readonly tenants: Tenants;
  readonly namespaces: Namespaces;
  readonly topics: Topics;
  readonly schemas: Schemas;
  /** Rejects with `unauthenticated` when the broker does not accept the token. It needs no right. */
  checkToken(): Promise<void>;
}

/** Holds no connection of its own: there is nothing to close. */
export function createPulsarAdmin(options: PulsarAdminOptions): PulsarAdmin {
  const request = createAdminRequest(options);
  return {
    tenants: tenants(request),
    namespaces: namespaces(request),
    topics: topics(request),
    schemas: schemas(request),
    async checkToken() {
      await request('GET', '/brokers/version');
    },
  };
}
