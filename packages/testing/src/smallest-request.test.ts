import { operationsOf, parseOperation, type ServiceName, services } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { smallestRequest } from './smallest-request.ts';

const operations = (Object.keys(services) as ServiceName[]).flatMap((service) =>
  Object.keys(operationsOf(service)).map((operation) => ({ service, operation })),
);

it.each(operations)('of $service $operation passes the rules of its fields', ({ service, operation }) => {
  const request = smallestRequest(service, operation);
  expect(() => parseOperation(service, { [operation]: request })).not.toThrow();
  for (const name of Object.keys(request))
    expect(() => parseOperation(service, { [operation]: { ...request, [name]: undefined } })).toThrow(`${name}: is required`);
});
