/** What the Pulsar adapters and the program share: the admin REST, what must exist on a broker, and its schemas. */

export { createPulsarAdmin, type PulsarAdmin } from './admin.ts';
export type { PulsarAdminOptions } from './admin-request.ts';
export type { Action, Namespaces, Policies, PolicyName } from './namespaces.ts';
export type { RegisteredSchema, Schemas } from './schemas.ts';
export type { Tenants } from './tenants.ts';
export type { SubscriptionStats, Topics } from './topics.ts';
