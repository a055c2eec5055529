import { givenVector } from '@agent-mem/recall';
import { QuotaExceeded } from '@agent-mem/retention';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { newFactOf } from '../domain/fact/new-fact.ts';
import { orRefused } from '../domain/reconciliation/plan-store-many.ts';
import { type AskedFact, storeFacts } from '../store-facts.ts';

/** Stores many facts in one commit, each with its own result. They are findable when this resolves, at least by their words. */
export const storeMany: Handler<'facts', 'store_many', Config> = async (request, context) => {
  const now = context.clock.now();
  const at = new Date(now).toISOString();
  const asked = request.facts.map((fact, index) =>
    orRefused<AskedFact>(() => {
      const { refused } = context.elements[index] ?? {};
      if (refused) throw refused;
      return { ...newFactOf(fact, at), vector: givenVector(context.embedder, fact) };
    }),
  );
  let full: QuotaExceeded | null = null;
  for (;;) {
    try {
      return { results: await storeFacts(context, asked, full, now) };
    } catch (error) {
      // The commit has stored nothing: the facts that there is room for are stored once more, without the others.
      if (!(error instanceof QuotaExceeded)) throw error;
      full = error;
    }
  }
};
