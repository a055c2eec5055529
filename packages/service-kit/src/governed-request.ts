import type { Scoped, ServiceName } from '@agent-mem/contract';
import type { CheckedRequest } from './checked-request.ts';
import { operationRule } from './operation-rules.ts';
import { erasedSince, memoryIsOff, type RuleSource, readScopeRules } from './scope-rules.ts';

/** A request that may go to its handler, or its answer where it may not. */
export type Governed = { readonly checked: CheckedRequest } | { readonly answer: object };

/** Holds a request against the rules of where it belongs. Throws `failed-precondition` for a write where memory is off, or that was sent before it was purged. */
export async function governRequest(service: ServiceName, checked: CheckedRequest, source: RuleSource): Promise<Governed> {
  const { whenOff } = operationRule(service, checked.operation);
  const { sentAt } = checked.incoming;
  // What was sent long ago may bring back what was erased since; a question brings nothing.
  const isOld = sentAt !== undefined && (whenOff === 'refused' || (whenOff === 'own' && checked.incoming.door === 'command'));
  if (whenOff === 'works' || (whenOff === 'own' && !isOld)) return { checked };
  const reader = { service, keeping: checked.keeping };
  const rules = await readScopeRules(source, checked.scope, conversationOf(checked.request), reader);
  checked.signal.throwIfAborted();
  if (isOld && rules.purgedBefore !== null && sentAt < rules.purgedBefore) throw erasedSince();
  if (rules.memory === 'on' || whenOff === 'own') return { checked };
  if (whenOff === 'refused') throw memoryIsOff();
  return { answer: emptyAnswer(checked.request) };
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
