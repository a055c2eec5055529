import { expect, it } from 'vitest';
import { namingTheUser } from './named-user.ts';

it.each([
  ['User has two cats', 'The user has two cats'],
  ["User's dog is named Rex", "The user's dog is named Rex"],
  ['User no longer drinks coffee', 'The user no longer drinks coffee'],
  ['User recently moved to Porto', 'The user recently moved to Porto'],
  ['User smokes.', 'The user smokes.'],
])('%s', (written, ours) => expect(namingTheUser(written)).toBe(ours));

it.each([
  'The user has two cats',
  'User accounts are closed after a year',
  'User needs must come first',
  'User guide: the second drawer',
  'User 4711 is blocked',
  'Users have two cats',
])('%s is left as it is', (statement) => expect(namingTheUser(statement)).toBe(statement));
