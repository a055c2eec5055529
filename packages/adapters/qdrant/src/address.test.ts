import { expect, it } from 'vitest';
import { addressOf } from './address.ts';

const plain = { host: 'h', port: 6333, isEncrypted: false, path: '', apiKey: '' };

it.each([
  ['qdrant+http://h', plain],
  ['qdrant+http://h/', plain],
  ['qdrant+http://h:80', { ...plain, port: 80 }],
  ['qdrant+http://:key@h:80/', { ...plain, port: 80, apiKey: 'key' }],
  ['qdrant+https://h:7000', { ...plain, port: 7000, isEncrypted: true }],
  ['qdrant+https://h:443/vectors/', { ...plain, port: 443, isEncrypted: true, path: '/vectors' }],
  ['qdrant+http://:p%40ss%3A%2F@h', { ...plain, apiKey: 'p@ss:/' }],
  ['qdrant+http://[::1]:7000', { ...plain, host: '[::1]', port: 7000 }],
])('reads %s', (url, address) => {
  expect(addressOf(url)).toEqual(address);
});

it.each([
  'http://h',
  'qdrant://h',
  'qdrant+http:',
  'qdrant+http://',
  'qdrant+http://h:99999',
  'qdrant+http://h?x=1',
  'qdrant+http://h#x',
  'qdrant+http://:%zz@h',
])('refuses %s', (url) => {
  expect(() => addressOf(url)).toThrow('must be qdrant+http://host:port or qdrant+https://host:port');
});
