/** What the Pulsar adapters and the program share: the admin REST, what must exist on a broker, and its schemas. */

export { pulsarAccess, pulsarAdminOf } from './access/pulsar-access.ts';
export { createPulsarAdmin, type PulsarAdmin } from './admin/admin.ts';
export { adminUrlOf } from './admin/admin-url.ts';
export type { TopicsContext } from './contexts.ts';
export { type Applied, applyPlan } from './plan/apply-plan.ts';
export { applySchemas, schemaModes } from './plan/apply-schemas.ts';
export { type PlannedService, plan, type Wanted } from './plan/plan.ts';
