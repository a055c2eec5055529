import type { Principal, Visitor } from '@agent-mem/access';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { namedUser } from './visitor-by-key.ts';

const anyone = { users: null } as Principal;
const ofAnne = { users: ['anne'] } as unknown as Principal;

test.each([
  ['by no credential', null, 'anne', undefined, 'anne'],
  ['by a credential for all users', anyone, 'anne', undefined, 'anne'],
  ['by a credential for that user', ofAnne, 'anne', undefined, 'anne'],
  ['by a credential for another user', ofAnne, 'ben', undefined, undefined],
  ['beside X-User, which names the user already', anyone, 'anne', 'ben', undefined],
  ['without a name', anyone, '', undefined, undefined],
] as const)('a user in the body %s', async (_how, principal, user, header, named) => {
  // Of both nothing else is read.
  const visitor = { principal } as Visitor;
  const request = { headers: { 'x-user': header } } as unknown as FastifyRequest;
  expect(namedUser(visitor, request, user)).toBe(named);
});
