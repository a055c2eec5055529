import { OperationError, operationFacts, type Scoped, type ServiceName } from '@agent-mem/contract';
import { erasedSince, isErased, memoryIsOff, type ScopeRules, SensitiveDataRefused, screenElement } from '@agent-mem/policy';
import { turnsByWork } from '@agent-mem/runtime';
import type { CheckedElement } from '../../context.ts';
import type { RequestWork } from '../work.ts';
import { conversationOf, type RulesContext, rulesOfWork } from './rules-of-work.ts';

/** Characters of elements that are looked through in one turn of the event loop. */
const mostCharacters = 16_384;

/** A request whose elements are stored one by one, checked: with the texts that may be stored, and with what was found in each element. */
export async function checkedElements(
  service: ServiceName,
  work: RequestWork,
  source: RulesContext,
): Promise<Pick<RequestWork, 'request' | 'elements'>> {
  const { operation, request, incoming } = work;
  const list = operationFacts(service, operation).each ?? '';
  // The contract has checked that it is a list of messages.
  const given = (request as unknown as Readonly<Record<string, readonly Scoped[]>>)[list] ?? [];
  const conversations = [...new Set(given.map(conversationOf))];
  const rules = new Map(
    await Promise.all(conversations.map(async (id) => [id, await rulesOfWork(source, work, id, service)] as const)),
  );
  const check = (element: Scoped, index: number) => {
    try {
      // Each element's conversation is among those whose rules were read.
      const own = rules.get(conversationOf(element)) as ScopeRules;
      const { memory, purges } = own;
      if (memory === 'off') throw memoryIsOff();
      const { sentAt } = incoming;
      if (sentAt !== undefined && isErased(purges, sentAt, source.clock.now())) throw erasedSince();
      const { thing, found } = screenElement(service, operation, element, index, own);
      for (const { kind, action, count } of found) source.metrics.sensitive(kind, action, count);
      return { element: thing, checked: { sensitive: found, refused: null } };
    } catch (error) {
      if (error instanceof SensitiveDataRefused) source.metrics.sensitive(error.kind, 'refused', 1);
      return { element, checked: { sensitive: [], refused: OperationError.from(error) } };
    }
  };
  const turn = turnsByWork(mostCharacters);
  const checked: ReturnType<typeof check>[] = [];
  for (const [index, element] of given.entries()) {
    checked.push(check(element, index));
    await turn(JSON.stringify(element).length);
  }
  const elements: readonly CheckedElement[] = checked.map((each) => each.checked);
  return { request: { ...request, [list]: checked.map(({ element }) => element) }, elements };
}
