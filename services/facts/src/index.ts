/** Facts: statements that last. */

export type { ComparedFact } from './domain/fact/compared-fact.ts';
export { reconcileByRules } from './domain/reconciliation/reconcile-by-rules.ts';
export type { ReconcileDecision } from './domain/reconciliation/reconcile-decision.ts';
export { type Retirement, retirements } from './domain/reconciliation/retirements.ts';
export { uniqueKeysOfFacts } from './domain/unique-keys/unique-keys-of-facts.ts';
export { factsService } from './service.ts';
