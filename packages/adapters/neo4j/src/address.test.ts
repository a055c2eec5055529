import { describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';

describe('the address of a Neo4j', () => {
  it.each([
    ['neo4j://host', { url: 'neo4j://host', database: null, credentials: null, caFile: null }],
    ['bolt://[::1]:7687', { url: 'bolt://[::1]:7687' }],
    ['neo4j+s://host:7687/memory', { url: 'neo4j+s://host:7687', database: 'memory' }],
    ['neo4j://anne:p%40ss%2Fword@host', { url: 'neo4j://host', credentials: { user: 'anne', password: 'p@ss/word' } }],
    ['neo4j://host:7687?region=eu', { url: 'neo4j://host:7687?region=eu' }],
  ])('reads %s', (url, address) => {
    expect(readAddress(url)).toMatchObject(address);
  });

  it('takes what is given beside the URL instead of what it says', () => {
    const { credentials } = readAddress('neo4j://anne:one@host', { user: 'bert', password: 'two' });
    expect(credentials).toEqual({ user: 'bert', password: 'two' });
    expect(readAddress('neo4j://anne@host', { user: '', password: 'two' }).credentials).toEqual({
      user: 'anne',
      password: 'two',
    });
  });

  it('leaves encryption to the settings where a CA file is given, whatever the scheme', () => {
    for (const url of ['neo4j+s://host', 'neo4j://host']) {
      expect(readAddress(url, { caFile: '/ca.pem' })).toMatchObject({ url: 'neo4j://host', caFile: '/ca.pem' });
    }
    expect(() => readAddress('neo4j+ssc://host', { caFile: '/ca.pem' })).toThrow('+ssc trusts any certificate');
  });

  it.each(['', 'host', 'neo4j://', 'http://host', 'neo4j:secret@host', 'neo4j://a:%E0%A4secret@host', 'neo4j://host/a/secret'])(
    'refuses "%s", and repeats nothing of it',
    (url) => {
      expect(() => readAddress(url)).toThrow(/^must be neo4j:\/\/host:port, (?!.*secret)/);
    },
  );
});
