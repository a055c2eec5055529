import { scopeOf } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { createUsersInTurn, type InTurn } from './users-in-turn.ts';

const of = (user: string, arrival: string): InTurn => ({
  scope: scopeOf({ workspace: 'default', user, collection: 'default' }),
  arrival,
});

test('users are served in turn, and the work of one user as it came', () => {
  const users = createUsersInTurn();
  const waiting = [of('anne', '2'), of('anne', '1'), of('ben', '3'), of('cleo', '5'), of('anne', '4'), of('ben', '6')];
  const served: string[] = [];
  for (let next = users.next(waiting); next !== null; next = users.next(waiting)) {
    served.push(`${next.scope.user} ${next.arrival}`);
    users.given(next.scope);
    waiting.splice(waiting.indexOf(next), 1);
  }
  expect(served).toEqual(['anne 1', 'ben 3', 'cleo 5', 'anne 2', 'ben 6', 'anne 4']);
});
