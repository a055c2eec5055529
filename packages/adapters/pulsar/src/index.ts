/** What the Pulsar adapters and the program share: the admin REST, what must exist on a broker, and its schemas. */

export type { Oauth2Options } from './access/client-credentials.ts';
export { oauth2Token } from './access/oauth2-token.ts';
export { type PulsarAccess, type PulsarUse, pulsarAccess, pulsarAdminOf } from './access/pulsar-access.ts';
export { readTls, type Tls, type TlsFiles } from './access/tls.ts';
export type { Token } from './access/token.ts';
export { createPulsarAdmin, type PulsarAdmin } from './admin/admin.ts';
export type { PulsarAdminOptions } from './admin/admin-request.ts';
export { adminUrlOf } from './admin/admin-url.ts';
export type { Namespaces, Policies, PolicyName } from './admin/namespaces.ts';
export type { RegisteredSchema, Schemas } from './admin/schemas.ts';
export type { Tenants } from './admin/tenants.ts';
export type { SubscriptionStats, Topics } from './admin/topics.ts';
export { checkTopic } from './check-topic.ts';
export type { BusContext, TopicsContext } from './contexts.ts';
export { type Applied, applyPlan } from './plan/apply-plan.ts';
export { applySchemas, type SchemaMode, type SchemaOptions, schemaModes } from './plan/apply-schemas.ts';
export { type PlannedService, type PlanOptions, plan, type Wanted } from './plan/plan.ts';
