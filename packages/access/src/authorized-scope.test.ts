import { describe, expect, it } from 'vitest';
import { authorizedScope, checkEveryScope, checkPermission, onlyScope } from './authorized-scope.ts';
import type { Grant } from './grant.ts';

const grant = (given: Partial<Grant>): Grant => ({
  permissions: ['read'],
  workspaces: ['default'],
  users: ['default'],
  collections: null,
  ...given,
});

describe('the scope of a request', () => {
  it.each([
    ['is the default where nothing is said', {}, {}, null, { workspace: 'default', user: 'default', collection: 'default' }],
    [
      'is the one name that the credential has',
      { workspaces: ['acme'], users: ['anne'], collections: ['mail'] },
      {},
      null,
      { workspace: 'acme', user: 'anne', collection: 'mail' },
    ],
    [
      'is what the request names of it',
      { users: ['anne', 'ben'] },
      { user: 'ben' },
      null,
      { workspace: 'default', user: 'ben', collection: 'default' },
    ],
    [
      'is that of the user whom the caller acts for',
      { users: null },
      {},
      'ben',
      { workspace: 'default', user: 'ben', collection: 'default' },
    ],
    [
      'takes the same user twice',
      { users: null },
      { user: 'ben' },
      'ben',
      { workspace: 'default', user: 'ben', collection: 'default' },
    ],
    [
      'takes an empty name for none',
      { users: ['anne'] },
      { user: '', workspace: null },
      null,
      { workspace: 'default', user: 'anne', collection: 'default' },
    ],
    [
      'may be all collections where the credential is for all',
      {},
      { all_collections: true },
      null,
      { workspace: 'default', user: 'default', collection: 'default' },
    ],
  ])('%s', (_what, given, request, actingFor, scope) => {
    expect(authorizedScope(grant(given), request, actingFor)).toEqual(scope);
  });

  it.each([
    ['another workspace', {}, { workspace: 'acme' }, null, 'permission-denied', /^workspace: .* is for default$/],
    ['another user', { users: ['anne', 'ben'] }, { user: 'carl' }, null, 'permission-denied', /^user: .* is for anne, ben$/],
    ['another user to act for', { users: ['anne'] }, {}, 'carl', 'permission-denied', /^user: /],
    ['another collection', { collections: ['mail'] }, { collection: 'code' }, null, 'permission-denied', /^collection: /],
    ['every collection', { collections: ['mail'] }, { all_collections: true }, null, 'permission-denied', /^all_collections: /],
    ['no workspace at all', { workspaces: [] }, {}, null, 'permission-denied', /^workspace: .* is for none$/],
    ['one of several users', { users: ['anne', 'ben'] }, {}, null, 'invalid-argument', /^user: is required.*anne, ben$/],
    ['two users at once', { users: null }, { user: 'anne' }, 'ben', 'invalid-argument', /^user: differs from X-User/],
    ['a user that is no text', { users: null }, { user: ['anne'] }, null, 'invalid-argument', /^user: must be a string$/],
  ])('refuses %s, by the member', (_what, given, request, actingFor, type, message) => {
    expect(() => authorizedScope(grant(given), request, actingFor)).toThrow(
      expect.objectContaining({ type, message: expect.stringMatching(message) }),
    );
  });
});

it('an operation needs its permission, and no other stands for it', () => {
  expect(() => checkPermission({ permissions: ['read'] }, 'read', 'facts.get')).not.toThrow();
  expect(() => checkPermission({ permissions: [], permissionsFrom: 'the claim scope' }, 'read', 'facts.get')).toThrow(
    'facts.get needs the permission read; this credential has none, by the claim scope',
  );
  expect(() => checkPermission({ permissions: ['admin', 'write'] }, 'read', 'facts.get')).toThrow(
    'facts.get needs the permission read; this credential has admin, write',
  );
});

it('only a grant for every scope administers the fleet', () => {
  const all = { permissions: ['admin'], workspaces: null, users: null, collections: null } as const;
  expect(() => checkEveryScope(all, 'keys.create')).not.toThrow();
  expect(() => checkEveryScope({ ...all, workspaces: ['acme', 'bolt'], users: ['anne'] }, 'keys.create')).toThrow(
    expect.objectContaining({
      type: 'permission-denied',
      message:
        'keys.create needs a key for all workspaces, users and collections; this credential is for workspaces acme, bolt; users anne',
    }),
  );
});

describe('the user whom a credential is for, whatever its requests say', () => {
  it.each([
    ['is the only one that it has', {}, null, { workspace: 'default', user: 'default' }],
    ['is whom the caller acts for', { users: null }, 'ben', { workspace: 'default', user: 'ben' }],
    ['is nobody where it has several users', { users: ['anne', 'ben'] }, null, null],
    ['is nobody where it is for all users', { users: null }, null, null],
    ['is nobody where it has several workspaces', { workspaces: ['acme', 'default'] }, null, null],
    ['is nobody where it is for all workspaces', { workspaces: null }, 'ben', null],
  ])('%s', (_what, given, actingFor, scope) => {
    expect(onlyScope(grant(given), actingFor)).toEqual(scope);
  });
});
