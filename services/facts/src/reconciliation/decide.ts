import { isByRules } from '@agent-mem/llm';
import { askToLearn } from '@agent-mem/service-kit';
import { inventedIn, unsaidIn } from '../domain/extraction/invented.ts';
import type { ComparedFact } from '../domain/fact/compared-fact.ts';
import { decisionsAnswer } from '../domain/reconciliation/read-decisions.ts';
import { reconcileByRules } from '../domain/reconciliation/reconcile-by-rules.ts';
import type { ReconcileDecision } from '../domain/reconciliation/reconcile-decision.ts';
import { mayBeOfOneSubject } from '../domain/reconciliation/same-subject.ts';
import type { Reconciling } from './reconciling.ts';

/** Longest part of a fact that a model is shown, in characters. */
const maxPromptCharacters = 2_000;

/**
 * Decides on new facts and what is known near them, by the model or, without one, its tokens of the day or an answer that can be used, by rules.
 * The model of the TrustGraph flow they were learned in stands in for a model that is not there. `null`: the model is away, and is asked later.
 */
export async function decide(
  context: Reconciling,
  fresh: readonly ComparedFact[],
  known: readonly ComparedFact[],
  flow: string | null,
): Promise<readonly ReconcileDecision[] | null> {
  const isOfFlow = isByRules(context.chatModel) && flow !== null;
  const chatModel = isOfFlow ? context.learningModel(flow) : context.chatModel;
  if (isByRules(chatModel)) return reconcileByRules(fresh, known);
  const memories = known.map((fact, number) => promptFact(fact, number));
  const facts = fresh.map((fact, number) => promptFact(fact, known.length + number));
  const variables = { memories, facts, refused: '' };
  const read = [...known, ...fresh].map(({ content }) => content).join('\n');
  const byId = new Map([...known, ...fresh].map((fact) => [fact.id, fact]));
  const { language } = context.analysis;
  const [isInvented, isUnsaid] = [inventedIn(read, language), unsaidIn(read, language)];
  const answer = decisionsAnswer({
    fresh: fresh.map(({ id }) => id),
    known: known.map(({ id }) => id),
    isInvented: (text) => isInvented(text) || isUnsaid(text),
    mayBeOfOneSubject(id, other) {
      const [one, another] = [byId.get(id), byId.get(other)];
      return one !== undefined && another !== undefined && mayBeOfOneSubject(one, another);
    },
    byRules: () => reconcileByRules(fresh, known),
  });
  // The facts are stored: the periodic job asks a model that is away again.
  const { value, waitsFor } = await askToLearn({ ...context, chatModel }, 'reconcile-facts', variables, answer);
  // A flow may have stopped for good: what its model does not compare now, rules do.
  const isAwaited = waitsFor === 'model' && !isOfFlow;
  return isAwaited ? null : (value ?? reconcileByRules(fresh, known));
}

function promptFact({ content, timestamp }: ComparedFact, number: number) {
  return { number, content: content.slice(0, maxPromptCharacters).toWellFormed(), timestamp };
}
