import { expect, it } from 'vitest';
import { addressOf } from './address.ts';

const local = { nodes: [{ host: 'h', port: 6379 }], isCluster: false, isEncrypted: false, database: 0, user: '', password: '' };

it.each([
  ['redis://h', local],
  ['redis://h/', local],
  ['rediss://h:7000/3', { ...local, nodes: [{ host: 'h', port: 7000 }], isEncrypted: true, database: 3 }],
  ['redis://anne:p%40ss%3A%2F@h', { ...local, user: 'anne', password: 'p@ss:/' }],
  ['redis://:secret@h', { ...local, password: 'secret' }],
  ['redis://[::1]:7000', { ...local, nodes: [{ host: '::1', port: 7000 }] }],
  ['redis://h?cluster=true', { ...local, isCluster: true }],
  [
    'redis://a:1,b:2',
    {
      ...local,
      nodes: [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
      isCluster: true,
    },
  ],
])('reads %s', (url, address) => {
  expect(addressOf(url)).toEqual(address);
});

it.each(['redis:', 'redis://', 'redis://h:99999', 'redis://h:x', 'redis://u:%zz@h', 'redis://h,', 'redis://h?tls=1', 'http://h'])(
  'refuses %s',
  (url) => {
    expect(() => addressOf(url)).toThrow('must be redis://host:port or rediss://host:port');
  },
);

it('refuses what contradicts itself', () => {
  expect(() => addressOf('redis://a,b?cluster=false')).toThrow('several hosts are a cluster');
  expect(() => addressOf('redis://a,b/1')).toThrow('database 0 only');
});
