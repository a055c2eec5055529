import { isNeverLearned, type LearningSettings, mayBeLearned, readScopeRules } from '@agent-mem/policy';
import { findPersonal, isRedacted, type PersonalKind, redact } from '@agent-mem/policy/detectors';
import type { EventContext, HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { LearnedFact } from '../domain/extraction/asked-to-remember.ts';
import type { NewFact } from '../domain/fact/fact-node.ts';
import { putsRightKnown, type Saying } from './put-right.ts';

/** What may be learned of what was found, and why the rest may not. */
export interface LearnableFacts {
  readonly facts: readonly NewFact[];
  readonly refused: readonly { readonly fact: LearnedFact; readonly reason: 'sensitive' | 'category' }[];
}

/**
 * What of the facts that were found may be learned, by the settings that hold now. Every way of learning facts goes through it. `replaces`: by the content of
 * a fact that puts another right, the id of the wrong one.
 */
export async function learnableFacts(
  found: readonly LearnedFact[],
  conversationId: string | null,
  context: EventContext<Config>,
  replaces: ReadonlyMap<string, string> = new Map(),
): Promise<LearnableFacts> {
  if (found.length === 0) return { facts: [], refused: [] };
  const { learning } = await readScopeRules(context, context.scope, conversationId);
  const facts: NewFact[] = [];
  const refused: LearnableFacts['refused'][number][] = [];
  for (const fact of found) {
    const { isAskedFor, ...learned } = fact;
    const reason = await refusal({ ...fact, replaces: replaces.get(fact.content) }, learning, conversationId, context);
    if (reason) refused.push({ fact, reason });
    else facts.push(withQuote(learned, (quote) => quoteOf(quote, isAskedFor)));
  }
  const ofCategory = refused.filter(({ reason }) => reason === 'category').length;
  if (ofCategory > 0) context.metrics.leftOut('Fact', 'category', ofCategory);
  return { facts, refused };

  /** What nobody asked to have remembered does not stand in a quote, either. */
  function quoteOf(quote: string, isAskedFor: boolean): string {
    if (isNeverLearned(quote, learning)) return '';
    return isAskedFor ? quote : redact(quote, refusedPersonal(quote, context.config.LEARN_PERSONAL_DATA));
  }
}

/**
 * Why what was found may not be learned; `null`: it may. Of health and national ids is learned what somebody asked to have remembered, what puts right
 * what is known of that, and what the configuration allows.
 */
export async function refusal(
  said: Saying & Pick<LearnedFact, 'isAskedFor'>,
  settings: LearningSettings,
  conversationId: string | null,
  context: EventContext<Config> | HandlerContext<Config>,
): Promise<'sensitive' | 'category' | null> {
  const { content, isAskedFor } = said;
  if (!mayBeLearned(content, settings)) return 'category';
  // Without the secret it says nothing that lasts.
  if (isRedacted(content)) return 'sensitive';
  if (isAskedFor || refusedPersonal(content, context.config.LEARN_PERSONAL_DATA).length === 0) return null;
  return (await putsRightKnown(said, conversationId, context)) ? null : 'sensitive';
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
