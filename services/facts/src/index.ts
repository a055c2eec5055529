/** Facts: statements that last. */

export type { Belief } from './domain/belief.ts';
export { reconcileByRules } from './domain/reconcile-by-rules.ts';
export type { ReconcileDecision } from './domain/reconcile-decision.ts';
export { type Retirement, retirements } from './domain/retirements.ts';
export { factsService } from './service.ts';
