import { scopeOf } from '@agent-mem/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationFolder, entryPath } from './entry-path.ts';
import { conflictPath, isConflictFile, isEntryFile, pathOfConflict, placeOfPath } from './place-of-path.ts';
import { safeName } from './safe-name.ts';
import { readVaultScopes, scopeFolder } from './scope-folder.ts';

const createdAt = '2026-01-31T12:00:00.000Z';
const uuid = '0192f3b0-0000-7000-8000-000000000001';
const fact = { id: `fact_${uuid}`, kind: 'Fact', status: 'ACTIVE', conversationId: 'trip', createdAt, properties: {} } as const;

describe('the file of an entry', () => {
  it('lies where the layout says', () => {
    const name = `2026-01-31T12-00-00.000Z__${uuid}.md`;
    expect(entryPath(fact)).toBe(`entries/trip/facts/${name}`);
    expect(entryPath({ ...fact, conversationId: null })).toBe(`entries/global/facts/${name}`);
    expect(entryPath({ ...fact, status: 'SUPERSEDED' })).toBe(`entries/trip/deleted/facts/${name}`);
    const turn = { ...fact, id: `msg_${uuid}`, kind: 'Message', properties: { role: 'assistant' } } as const;
    expect(entryPath(turn)).toBe(`entries/trip/turns/assistant/${name}`);
    const summary = { ...fact, id: `csum_${uuid}`, kind: 'ConversationSummary' } as const;
    expect(entryPath({ ...summary, properties: { tier: 'L1' } }, 3)).toBe('entries/trip/summaries/L1/chunk_3.md');
    expect(entryPath({ ...summary, properties: { tier: 'L2' } }, 0)).toBe('entries/trip/summaries/L2/group_0.md');
    expect(entryPath({ ...summary, properties: { tier: 'L3' } })).toBe('entries/trip/summaries/L3/final.md');
  });

  it('is of the kind that its path says', () => {
    expect(placeOfPath(entryPath(fact))).toEqual({ folder: 'trip', kind: 'fact', role: null, isDeleted: false });
    expect(placeOfPath(entryPath({ ...fact, status: 'DELETED' }))).toMatchObject({ kind: 'fact', isDeleted: true });
    expect(placeOfPath('entries/trip/turns/user/a.md')).toMatchObject({ kind: 'turn', role: 'user' });
    expect(placeOfPath('entries/trip/conversation.md')).toMatchObject({ kind: 'conversation' });
    expect(placeOfPath('notes/a.md')).toBeNull();
  });

  it('is no note of a conflict, which lies beside the file that it is about', () => {
    const path = entryPath(fact);
    const conflict = conflictPath(path, 'a'.repeat(64));
    expect([path, conflict].map(isEntryFile)).toEqual([true, false]);
    expect([path, conflict].map(isConflictFile)).toEqual([false, true]);
    expect(pathOfConflict(conflict)).toBe(path);
  });
});

describe('the folder of a conversation', () => {
  it('is its name where every file system takes that', () => {
    expect(['trip', 'conv_0192', '2026-01-31', 'a.b'].map(safeName)).toEqual(['trip', 'conv_0192', '2026-01-31', 'a.b']);
  });

  it.each([
    'CON',
    'nul',
    'com1.txt',
    'aux',
    'a.',
    'a ',
    '.',
    '..',
    '.git',
    'a/b',
    'a\\b',
    'a:b',
    'a?',
    '日本',
    '',
    'x'.repeat(256),
  ])('is one that Windows takes for %j', (name) => {
    const folder = safeName(name);
    expect(folder).toMatch(/^[a-z0-9_~-][a-z0-9._~-]{0,120}$/);
    expect(folder).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|[. ]$/);
  });

  it('is another one for each name, also on a disk that does not tell capitals', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        fc.pre(one !== other);
        expect(safeName(one).toLowerCase()).not.toBe(safeName(other).toLowerCase());
      }),
    );
    expect(safeName('Trip').toLowerCase()).not.toBe(safeName('trip'));
    expect(conversationFolder('global')).not.toBe(conversationFolder(null));
  });
});

describe('the scopes of a vault', () => {
  it('are one or all', () => {
    expect(readVaultScopes('*')).toBe('all');
    expect(readVaultScopes('a%2Fb/u/c')).toEqual({ workspace: 'a/b', user: 'u', collection: 'c' });
    expect(() => readVaultScopes('a/b')).toThrow('must be workspace/user/collection or *, got "a/b"');
  });

  it('are written each into its own folder, and what is in none nowhere', () => {
    const anne = scopeOf({ workspace: 'w', user: 'Anne', collection: 'c' });
    const ben = scopeOf({ workspace: 'w', user: 'ben', collection: 'c' });
    expect([anne, ben].map((scope) => scopeFolder(scope, anne))).toEqual(['', null]);
    expect([anne, ben].map((scope) => scopeFolder(scope, 'all'))).toEqual([`w/${safeName('Anne')}/c`, 'w/ben/c']);
  });
});
