/** What the Pulsar adapters and the program share: the admin REST, what must exist on a broker, and its schemas. */

export { createPulsarAdmin, type PulsarAdmin } from './admin.ts';
export type { PulsarAdminOptions } from './admin-request.ts';
export { adminUrlOf } from './admin-url.ts';
export { type Applied, applyPlan } from './apply-plan.ts';
export { applySchemas, type SchemaMode, type SchemaOptions, schemaModes } from './apply-schemas.ts';
export { longestRetentionMs } from './channel-policies.ts';
export { checkTopic } from './check-topic.ts';
export type { Oauth2Options } from './client-credentials.ts';
export type { Namespaces, Policies, PolicyName } from './namespaces.ts';
export { oauth2Token } from './oauth2-token.ts';
export { type PlannedService, type PlanOptions, plan, type Wanted } from './plan.ts';
export type { RegisteredSchema, Schemas } from './schemas.ts';
export type { Tenants } from './tenants.ts';
export { readTls, type Tls, type TlsFiles } from './tls.ts';
export type { Token } from './token.ts';
export type { SubscriptionStats, Topics } from './topics.ts';
