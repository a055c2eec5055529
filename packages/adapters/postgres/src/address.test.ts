import { expect, it } from 'vitest';
import { addressOf } from './address.ts';

const local = { host: 'h', port: 5432, database: 'agent_mem', user: '', password: '', isEncrypted: false };

it.each([
  ['postgres://h', local],
  ['postgresql://h:5433/other', { ...local, port: 5433, database: 'other' }],
  ['postgres://anne:p%40ss%3A%2F@h/db%20x', { ...local, user: 'anne', password: 'p@ss:/', database: 'db x' }],
  ['postgres://[::1]/', { ...local, host: '::1' }],
  ['postgres://h?sslmode=disable', local],
  ['postgres://h?sslmode=require', { ...local, isEncrypted: true }],
  ['postgres://h?sslmode=verify-full', { ...local, isEncrypted: true }],
])('reads %s', (url, address) => {
  expect(addressOf(url)).toEqual(address);
});

it.each(['postgres:', 'postgres://', 'postgres://h:99999', 'postgres://u:%zz@h', 'http://h', 'postgres'])('refuses %s', (url) => {
  expect(() => addressOf(url)).toThrow('must be postgres://host:port/database');
});

it('refuses what it would not obey', () => {
  expect(() => addressOf('postgres://h?sslmode=prefer')).toThrow(
    'sslmode must be one of disable, require, verify-ca, verify-full',
  );
  expect(() => addressOf('postgres://h?options=x')).toThrow('only sslmode is taken');
});
