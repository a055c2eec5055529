import { isNeverLearned, type LearningSettings, mayBeLearned, readScopeRules } from '@agent-mem/policy';
import { findPersonal, isRedacted, type PersonalKind, redact } from '@agent-mem/policy/detectors';
import type { EventContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { LearnedFact } from '../domain/extraction/asked-to-remember.ts';
import type { NewFact } from '../domain/fact/fact-node.ts';

/** What may be learned of what was found, and why the rest may not. */
export interface LearnableFacts {
  readonly facts: readonly NewFact[];
  readonly refused: readonly { readonly fact: LearnedFact; readonly reason: 'sensitive' | 'category' }[];
}

/** What asking for it takes of a service's context. */
type RulesContext = Pick<EventContext<Config>, 'config' | 'defaultSettings' | 'graph' | 'metrics' | 'scope'>;

/** What of the facts that were found may be learned, by the settings that hold now. Every way of learning facts goes through it. */
export async function learnableFacts(
  found: readonly LearnedFact[],
  conversationId: string | null,
  context: RulesContext,
): Promise<LearnableFacts> {
  if (found.length === 0) return { facts: [], refused: [] };
  const { learning } = await readScopeRules(context, context.scope, conversationId);
  const learnable = judgedFacts(found, learning, context.config);
  const ofCategory = learnable.refused.filter(({ reason }) => reason === 'category').length;
  if (ofCategory > 0) context.metrics.leftOut('Fact', 'category', ofCategory);
  return learnable;
}

/**
 * Leaves out what is of no category that is to be learned, and what nobody asked to be remembered of health and national ids, unless the configuration
 * lets them be learned. In the quotes of the others it does not stand either.
 */
function judgedFacts(
  found: readonly LearnedFact[],
  settings: LearningSettings,
  { LEARN_PERSONAL_DATA: allowed }: Pick<Config, 'LEARN_PERSONAL_DATA'>,
): LearnableFacts {
  const refusedIn = (text: string) => refusedPersonal(text, allowed);
  const facts: NewFact[] = [];
  const refused: LearnableFacts['refused'][number][] = [];
  for (const fact of found) {
    const { isAskedFor, ...learned } = fact;
    const reason = refusal(fact, settings, allowed);
    if (reason) refused.push({ fact, reason });
    else facts.push(withQuote(learned, (quote) => quoteOf(quote, isAskedFor ? [] : refusedIn(quote))));
  }
  return { facts, refused };

  function quoteOf(quote: string, personal: ReturnType<typeof refusedIn>): string {
    return isNeverLearned(quote, settings) ? '' : redact(quote, personal);
  }
}

/** Why what was found may not be learned; `null`: it may. */
export function refusal(
  { content, isAskedFor }: Pick<LearnedFact, 'content' | 'isAskedFor'>,
  settings: LearningSettings,
  allowed: Config['LEARN_PERSONAL_DATA'],
): 'sensitive' | 'category' | null {
  if (!mayBeLearned(content, settings)) return 'category';
  // Without the secret it says nothing that lasts.
  return isRedacted(content) || (!isAskedFor && refusedPersonal(content, allowed).length > 0) ? 'sensitive' : null;
}

function refusedPersonal(text: string, allowed: Config['LEARN_PERSONAL_DATA']) {
  const isRefused = ({ kind }: { readonly kind: PersonalKind }) =>
    allowed !== 'all' && allowed !== kind && (kind === 'health' || kind === 'national-id');
  return findPersonal(text).filter(isRefused);
}

function withQuote(fact: NewFact, change: (quote: string) => string): NewFact {
  const { evidence } = fact;
  const quote = change(evidence?.quote ?? '');
  return evidence && quote !== evidence.quote ? { ...fact, evidence: { ...evidence, quote } } : fact;
}
