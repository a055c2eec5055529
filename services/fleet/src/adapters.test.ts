import { describe, expect, it } from 'vitest';
import { adapterFor } from './adapters.ts';
import { UsedWrongly } from './refusal.ts';

describe('adapterFor', () => {
  it.each(['memory:', 'sqlite:', 'sqlite:./data'])('takes %s', (url) => {
    expect(adapterFor('BUS_URL', url)).toBeDefined();
  });

  it.each(['redis://h', 'sqlite', '', 'constructor:', ':'])('refuses "%s" with the variable and what it takes', (url) => {
    expect(() => adapterFor('GRAPH_URL', url)).toThrow(UsedWrongly);
    expect(() => adapterFor('GRAPH_URL', url)).toThrow(`GRAPH_URL must start with memory: or sqlite:, got "${url}"`);
  });

  it('does not repeat a password', () => {
    expect(() => adapterFor('BUS_URL', 'redis://user:secret@host/0')).toThrow(/got "redis:\/\/…@host\/0"/);
  });
});
