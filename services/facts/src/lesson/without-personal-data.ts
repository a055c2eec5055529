import { findPersonal, type PersonalKind, redact } from '@agent-mem/policy/detectors';
import type { Config } from '../config.ts';
import type { LearnedFact } from '../domain/extraction/asked-to-remember.ts';
import type { NewFact } from '../domain/fact/fact-node.ts';

/** Leaves out facts of health and national ids that nobody asked to be remembered, unless the configuration lets them be learned, and redacts these in the quotes of the others. */
export function withoutPersonalData(
  facts: readonly LearnedFact[],
  { LEARN_PERSONAL_DATA: allowed }: Pick<Config, 'LEARN_PERSONAL_DATA'>,
): readonly NewFact[] {
  const isRefused = ({ kind }: { readonly kind: PersonalKind }) =>
    allowed !== 'all' && allowed !== kind && (kind === 'health' || kind === 'national-id');
  const refusedIn = (text: string) => findPersonal(text).filter(isRefused);
  return facts
    .filter(({ content, isAskedFor }) => isAskedFor || refusedIn(content).length === 0)
    .map(({ isAskedFor, ...fact }) => {
      const { evidence } = fact;
      if (isAskedFor) return fact;
      const inQuote = refusedIn(evidence?.quote ?? '');
      return evidence && inQuote.length > 0
        ? { ...fact, evidence: { ...evidence, quote: redact(evidence.quote, inQuote) } }
        : fact;
    });
}
