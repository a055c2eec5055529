import type { Scope, Scoped, SensitiveFinding, ServiceName } from '@agent-mem/contract';
import { listsWithFindings, operationFacts, reportsFindings } from '@agent-mem/contract';
import {
  erasedSince,
  isErased,
  memoryIsOff,
  readGoing,
  type Screened,
  SensitiveDataRefused,
  type SensitivePolicy,
  screenRequest,
  userScope,
} from '@agent-mem/policy';
import type { JsonObject } from '@agent-mem/storage';
import type { ServiceContext } from '../../context.ts';
import type { AnyService } from '../../service.ts';
import type { Next, RequestWork } from '../work.ts';
import { checkedElements } from './checked-elements.ts';
import { conversationOf, type RulesContext, rulesOfWork } from './rules-of-work.ts';

/**
 * Applies the memory and sensitive-data settings of the request's scope. Throws `failed-precondition` for a write where memory is off, or
 * that was sent before a purge of what it belongs to.
 */
export function policy({ name: service }: AnyService, source: RulesContext, next: Next<RequestWork>): Next<RequestWork> {
  return async (work) => {
    const { operation, request, incoming } = work;
    const { whenOff, each, command } = operationFacts(service, operation);
    if (whenOff === 'works') return next(command ? work : { ...work, going: goingIn(work.scope, source) });
    // What was sent long ago may bring back what was erased since; a question brings nothing.
    const mayBringBack = whenOff === 'refused' || (whenOff === 'own' && incoming.transport === 'command');
    const sentAt = mayBringBack ? incoming.sentAt : undefined;
    if (whenOff === 'own' && sentAt === undefined) return next(work);
    const rules = await rulesOfWork(source, work, conversationOf(request), service);
    work.signal.throwIfAborted();
    if (sentAt !== undefined && isErased(rules.purges, sentAt, source.clock.now())) throw erasedSince();
    if (whenOff === 'own') return next(work);
    if (whenOff === 'empty')
      return rules.memory === 'off' ? emptyAnswer(request) : next({ ...work, going: async () => rules.going });
    if (rules.memory === 'off') throw memoryIsOff();
    if (each) return next({ ...work, ...(await checkedElements(service, work, source)) });
    const result = screened(service, work, rules, source);
    const { sensitiveData, personalData } = rules;
    const answer = await next({ ...work, request: result.thing, sensitiveData, personalData });
    return answer && withFindings(service, operation, answer, result);
  };
}

/** What is being purged: read once, by the first who asks. */
function goingIn(scope: Scope, { graph }: Pick<RulesContext, 'graph'>): NonNullable<RequestWork['going']> {
  let read: ReturnType<typeof readGoing> | null = null;
  return () => {
    read ??= readGoing(graph, scope, userScope(scope));
    return read;
  };
}

/** What is to be stored is looked through before anything is made of it: a vector, a node, an entry of a journal. */
function screened(
  service: ServiceName,
  { operation, request }: RequestWork,
  rules: SensitivePolicy,
  { metrics }: Pick<ServiceContext<unknown>, 'metrics'>,
): Screened<Scoped> {
  try {
    const result = screenRequest(service, operation, request, rules);
    for (const { kind, action, count } of result.found) metrics.sensitive(kind, action, count);
    return result;
  } catch (error) {
    if (error instanceof SensitiveDataRefused) metrics.sensitive(error.kind, 'refused', 1);
    throw error;
  }
}

/** The answer with what was found, in all or in each element of the list that the request gives. */
function withFindings(service: ServiceName, operation: string, answer: JsonObject, result: Screened<unknown>): JsonObject {
  if (result.found.length === 0 || !reportsFindings(service, operation)) return answer;
  const lists = listsWithFindings(service, operation);
  if (!lists) return { ...answer, sensitive: withCounts([...findingsOf(answer), ...result.found.map(asJson)]) };
  const answered = answer[lists.answered];
  if (!Array.isArray(answered)) return answer;
  const elements = answered.map((element, index) => {
    const found = result.foundIn(`${lists.asked}[${index}]`);
    return found.length > 0 ? { ...element, sensitive: found.map(asJson) } : element;
  });
  return { ...answer, [lists.answered]: elements };
}

/** What the handler found itself in texts that come in parts. */
function findingsOf({ sensitive }: JsonObject): readonly SensitiveFinding[] {
  // The answer is the contract's.
  return Array.isArray(sensitive) ? (sensitive as unknown as readonly SensitiveFinding[]) : [];
}

function withCounts(found: readonly SensitiveFinding[]): JsonObject[] {
  const kinds = Map.groupBy(found, ({ kind, action }) => `${kind} ${action}`);
  return [...kinds.values()].flatMap((same) => {
    const [first] = same;
    return first ? [asJson({ ...first, count: same.reduce((sum, { count }) => sum + count, 0) })] : [];
  });
}

/** What every recall answers where nothing is read: the contract leaves out the member that its response does not have. */
function emptyAnswer(request: Scoped) {
  const conversation_id = conversationOf(request);
  const disabled = { disabled: true };
  return {
    ...disabled,
    receipt: {
      ...disabled,
      tiers: { profile: disabled, facts: disabled, episodes: disabled, conversation: disabled, working_memory: disabled },
    },
    ...(conversation_id ? { conversation: { conversation_id } } : {}),
  };
}

function asJson({ kind, count, action }: Screened<unknown>['found'][number]) {
  return { kind, count, action };
}
