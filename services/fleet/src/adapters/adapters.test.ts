import { describe, expect, it } from 'vitest';
import { UsedWrongly } from '../refusal.ts';
import {
  busAdapterFor,
  detailsAdapterFor,
  graphAdapterFor,
  keyValueAdapterFor,
  searchIndexAdapterFor,
  topicsAdapterFor,
} from './adapters.ts';

const stores = [
  ['GRAPH_URL', graphAdapterFor],
  ['SEARCH_URL', searchIndexAdapterFor],
  ['KEYVALUE_URL', keyValueAdapterFor],
  ['DETAILS_URL', detailsAdapterFor],
] as const;

describe.each(stores)('the adapter for %s', (variable, adapterFor) => {
  it.each(['memory:', 'sqlite:', 'sqlite:./data'])('takes %s', async (url) => {
    expect(await adapterFor(url)).toBeDefined();
  });

  it.each(['ftp://h', 'sqlite', '', 'constructor:', ':'])('refuses "%s" with the variable and what it takes', async (url) => {
    await expect(adapterFor(url)).rejects.toThrow(UsedWrongly);
    await expect(adapterFor(url)).rejects.toThrow(`${variable} must start with memory: or sqlite:`);
    await expect(adapterFor(url)).rejects.toThrow(`, got "${url}"`);
  });

  it('does not repeat a password', async () => {
    await expect(adapterFor('ftp://user:secret@host/0')).rejects.toThrow(/got "ftp:\/\/…@host\/0"/);
  });
});

describe('busAdapterFor', () => {
  it.each([
    ['memory:', false],
    ['sqlite:', false],
    ['ws://broker:8080', true],
    ['wss://broker:8443', true],
    ['pulsar://broker:6650', true],
    ['pulsar+ssl://broker:6651', true],
  ])('takes %s, which others are on: %s', async (url, busIsShared) => {
    expect(await busAdapterFor(url)).toMatchObject({ busIsShared });
  });

  it('refuses others, and a broker for what is stored', async () => {
    await expect(busAdapterFor('kafka://h')).rejects.toThrow(
      'BUS_URL must start with memory: or sqlite: or ws: or wss: or pulsar: or pulsar+ssl:, got "kafka://h"',
    );
    await expect(graphAdapterFor('ws://h')).rejects.toThrow('GRAPH_URL must start with memory: or sqlite:');
  });
});

describe('topicsAdapterFor', () => {
  it.each(['ws://b:8080', 'wss://b:8443', 'pulsar://b:6650', 'pulsar+ssl://b:6651'])('takes %s', async (url) => {
    expect(await topicsAdapterFor(url)).toBeDefined();
  });

  it('refuses what no other system is on', async () => {
    await expect(topicsAdapterFor('memory:')).rejects.toThrow(/^TRUSTGRAPH_PULSAR_URL must start with ws: or wss: or pulsar:/);
  });
});
