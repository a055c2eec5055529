import type { Scoped, SensitiveFinding, ServiceName } from '@agent-mem/contract';
import type { ServiceMetrics } from '@agent-mem/observability';
import type { SensitivePolicy } from '@agent-mem/policy';
import {
  erasedSince,
  memoryIsOff,
  operationRule,
  type RuleSource,
  readScopeRules,
  SensitiveDataRefused,
  screenRequest,
} from '@agent-mem/policy';
import type { ServiceContext } from '../context.ts';
import type { CheckedRequest } from './checked-request.ts';

/** A request that may go to its handler, or its answer where it may not. */
export type Governed =
  | { readonly checked: CheckedRequest; readonly sensitive: readonly SensitiveFinding[] }
  | { readonly answer: object };

/** Holds a request against the rules of where it belongs. Throws `failed-precondition` for a write where memory is off, or that was sent before it was purged. */
export async function governRequest(
  service: ServiceName,
  checked: CheckedRequest,
  source: RuleSource & Pick<ServiceContext<unknown>, 'metrics'>,
): Promise<Governed> {
  const { whenOff } = operationRule(service, checked.operation);
  const { sentAt } = checked.incoming;
  // What was sent long ago may bring back what was erased since; a question brings nothing.
  const isOld = sentAt !== undefined && (whenOff === 'refused' || (whenOff === 'own' && checked.incoming.door === 'command'));
  if (whenOff === 'works' || (whenOff === 'own' && !isOld)) return { checked, sensitive: [] };
  const reader = { service, keeping: checked.keeping };
  const rules = await readScopeRules(source, checked.scope, conversationOf(checked.request), reader);
  checked.signal.throwIfAborted();
  if (isOld && rules.purgedBefore !== null && sentAt < rules.purgedBefore) throw erasedSince();
  if (whenOff === 'own') return { checked, sensitive: [] };
  if (rules.memory === 'off') {
    if (whenOff === 'refused') throw memoryIsOff();
    return { answer: emptyAnswer(checked.request) };
  }
  return whenOff === 'refused' ? screened(service, checked, rules.sensitiveData, source.metrics) : { checked, sensitive: [] };
}

/** What it stores is looked through before anything is made of it: a vector, a node, an entry of a journal. */
function screened(
  service: ServiceName,
  checked: CheckedRequest,
  policy: SensitivePolicy,
  metrics: ServiceMetrics,
): Extract<Governed, { readonly checked: unknown }> {
  try {
    const { thing, found } = screenRequest(service, checked.operation, checked.request, policy);
    for (const { kind, action, count } of found) metrics.sensitive(kind, action, count);
    return { checked: { ...checked, request: thing }, sensitive: found };
  } catch (error) {
    if (error instanceof SensitiveDataRefused) metrics.sensitive(error.kind, 'refused', 1);
    throw error;
  }
}

/** The conversation a request belongs to; of a fact, `source` names it as a rule. */
export function conversationOf(request: Scoped): string | null {
  const { conversation_id, source } = request as { readonly conversation_id?: unknown; readonly source?: unknown };
  if (typeof conversation_id === 'string' && conversation_id !== '') return conversation_id;
  return typeof source === 'string' && source !== '' ? source : null;
}

/** What every recall answers where nothing is read: the contract leaves out the member that its response does not have. */
function emptyAnswer(request: Scoped): object {
  const conversation_id = conversationOf(request);
  return {
    disabled: true,
    receipt: { disabled: true },
    ...(conversation_id ? { conversation: { conversation_id } } : {}),
  };
}
