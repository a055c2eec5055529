import { isByRules } from '@agent-mem/llm';
import { askForJson } from '@agent-mem/service-kit';
import type { ComparedFact } from './domain/fact/compared-fact.ts';
import { decisionsAnswer } from './domain/reconciliation/read-decisions.ts';
import { reconcileByRules } from './domain/reconciliation/reconcile-by-rules.ts';
import type { ReconcileDecision } from './domain/reconciliation/reconcile-decision.ts';
import type { Reconciling } from './reconciling.ts';

/** Longest part of a fact that a model is shown, in characters. */
const maxPromptCharacters = 2_000;

/** Decides on new facts and what is known near them, by the model or, without one, by rules. `null`: the model did not. */
export async function decide(
  context: Reconciling,
  fresh: readonly ComparedFact[],
  known: readonly ComparedFact[],
): Promise<readonly ReconcileDecision[] | null> {
  if (isByRules(context.chatModel)) return reconcileByRules(fresh, known);
  const ids = { fresh: fresh.map(({ id }) => id), known: known.map(({ id }) => id) };
  const memories = known.map((fact, number) => promptFact(fact, number));
  const facts = fresh.map((fact, number) => promptFact(fact, known.length + number));
  try {
    return await askForJson(context, 'reconcile-facts', { memories, facts, refused: '' }, decisionsAnswer(ids.fresh, ids.known));
  } catch {
    context.signal.throwIfAborted();
    // The facts are stored: the periodic job asks a model that is away again, not another delivery of the event.
    return null;
  }
}

function promptFact({ content, timestamp }: ComparedFact, number: number) {
  return { number, content: content.slice(0, maxPromptCharacters).toWellFormed(), timestamp };
}
