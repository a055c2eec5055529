import { describe, expect, it } from 'vitest';
import { adapterFor, busAdapterFor } from './adapters.ts';
import { UsedWrongly } from './refusal.ts';

describe('adapterFor', () => {
  it.each(['memory:', 'sqlite:', 'sqlite:./data'])('takes %s', (url) => {
    expect(adapterFor('GRAPH_URL', url)).toBeDefined();
  });

  it.each(['redis://h', 'sqlite', '', 'constructor:', ':'])('refuses "%s" with the variable and what it takes', (url) => {
    expect(() => adapterFor('GRAPH_URL', url)).toThrow(UsedWrongly);
    expect(() => adapterFor('GRAPH_URL', url)).toThrow(`GRAPH_URL must start with memory: or sqlite:, got "${url}"`);
  });

  it('does not repeat a password', () => {
    expect(() => adapterFor('GRAPH_URL', 'redis://user:secret@host/0')).toThrow(/got "redis:\/\/…@host\/0"/);
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
  ])('takes %s, which others are on: %s', (url, shared) => {
    expect(busAdapterFor(url).shared).toBe(shared);
  });

  it('refuses others, and a broker for what is kept', () => {
    expect(() => busAdapterFor('kafka://h')).toThrow(
      'BUS_URL must start with memory: or sqlite: or ws: or wss: or pulsar: or pulsar+ssl:, got "kafka://h"',
    );
    expect(() => adapterFor('GRAPH_URL', 'ws://h')).toThrow('GRAPH_URL must start with memory: or sqlite:, got "ws://h"');
  });
});
