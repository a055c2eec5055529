import { type Field, OperationError, operationFacts, shapeOf } from '@agent-mem/contract';
import type { Reader } from './read-routes.ts';

/** The request that a read by name is: the name from the path, the other members from the query. Throws `invalid-argument` where both name it. */
export function requestOfQuery({ service, operation, member }: Reader, name: string, query: object): object {
  if (Object.hasOwn(query, member))
    throw new OperationError('invalid-argument', `${member}: stands in the path already; leave it out of the query`);
  const { byName } = shapeOf(operationFacts(service, operation).request);
  const members = Object.entries(query).map(([given, value]: [string, unknown]) => [
    given,
    memberValue(byName.get(given), value),
  ]);
  return { ...Object.fromEntries(members), [member]: name };
}

/** A text of the query as JSON has it. What is none of its type stays for validation, which names it. */
function memberValue(field: Field | undefined, value: unknown): unknown {
  if (typeof value !== 'string' || !field || field.type === 'string') return value;
  if (field.type === 'bool') return value === 'true' ? true : value === 'false' ? false : value;
  return value.trim() === value && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}
