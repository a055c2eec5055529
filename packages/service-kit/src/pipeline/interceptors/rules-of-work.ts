import type { Scope } from '@agent-mem/contract';
import { meetPurges, readScopeRules, type ScopeRules } from '@agent-mem/policy';
import type { ServiceContext } from '../../context.ts';
import type { EffectKey } from '../work.ts';

/** What checking work takes of a service's context. */
export type RulesContext = Pick<ServiceContext<unknown>, 'graph' | 'defaultSettings' | 'metrics' | 'clock'>;

/** What holds for a request or an event. A mark of a purge that lies ahead of this process's clock is noted as met. */
export async function rulesOfWork(
  context: RulesContext,
  { scope, effect }: { readonly scope: Scope; readonly effect: EffectKey | null },
  conversationId: string | null,
  service: string,
): Promise<ScopeRules> {
  const { graph, clock } = context;
  const rules = await readScopeRules(context, scope, conversationId, { service, effect });
  return { ...rules, purges: await meetPurges(graph, rules.purges, clock.now()) };
}

/** The conversation that a request, or one of its elements, belongs to; of a fact, `source` names it as a rule. */
export function conversationOf(request: object): string | null {
  const { conversation_id, source } = request as { readonly conversation_id?: unknown; readonly source?: unknown };
  if (typeof conversation_id === 'string' && conversation_id !== '') return conversation_id;
  return typeof source === 'string' && source !== '' ? source : null;
}
