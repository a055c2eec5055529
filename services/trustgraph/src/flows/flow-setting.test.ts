import { describe, expect, it, vi } from 'vitest';
import { flowSetting, misspeltSettings, settingSources, textOfSetting } from './flow-setting.ts';

type Entries = Readonly<Record<string, string>>;

const flowWith = (parameters: Entries, types: Readonly<Record<string, Entries>> = {}) => ({
  entry: { workspace: 'w', flow: 'f', topics: {}, parameters },
  settings: (type: string) => types[type] ?? {},
});
const word = (text: string) => {
  if (/^[a-z]+$/.test(text)) return text;
  throw new Error('is no word');
};

describe('a setting of a flow', () => {
  it('is its parameter, else that of the first config type that has it', () => {
    const types = { one: { mode: ' second ' }, other: { mode: 'third' } };
    expect(flowSetting(settingSources(flowWith({ mode: 'first' }, types), ['one', 'other']), 'mode', word)).toBe('first');
    expect(flowSetting(settingSources(flowWith({ mode: ' ' }, types), ['one', 'other']), 'mode', word)).toBe('second');
    expect(flowSetting(settingSources(flowWith({}, types), ['other', 'one']), 'mode', word)).toBe('third');
    expect(flowSetting(settingSources(flowWith({}, types), []), 'mode', word)).toBeNull();
  });

  it('that is malformed is reported and passed over', () => {
    const report = vi.fn();
    const flow = flowWith({ mode: 'no word' }, { one: { mode: 'second' } });
    expect(flowSetting(settingSources(flow, ['one']), 'mode', word, report)).toBe('second');
    expect(report).toHaveBeenCalledExactlyOnceWith({ source: 'parameters', given: 'no word', error: expect.any(Error) });
  });

  it('is not found among what every object has', () => {
    expect(flowSetting(settingSources(flowWith({}), []), 'constructor', String)).toBeNull();
  });
});

describe('a misspelt setting', () => {
  const known = new Set(['memory-scope', 'memory-mode', 'max-iterations']);

  it('is found in the parameters and in each config type, with the setting that was meant', () => {
    const flow = flowWith(
      { memory_scope: 'conversation', 'memory-mode': 'off' },
      { one: { memoryMode: 'read', 'max-iteration': '3' } },
    );
    expect(misspeltSettings(settingSources(flow, ['one']), known)).toEqual([
      { source: 'parameters', name: 'memory_scope', meant: 'memory-scope' },
      { source: 'one', name: 'memoryMode', meant: 'memory-mode' },
      { source: 'one', name: 'max-iteration', meant: 'max-iterations' },
    ]);
  });

  it('is none that may be of TrustGraph', () => {
    expect(misspeltSettings(settingSources(flowWith({ model: 'gpt', temperature: '0.3' }, { one: {} }), ['one']), known)).toEqual(
      [],
    );
  });
});

it.each([
  ['full', 'full'],
  ['"full"', 'full'],
  [String.raw`"a\"b"`, 'a"b'],
  ['"half', '"half'],
  ['"1" "2"', '"1" "2"'],
])('%s is the text %s', (given, text) => {
  expect(textOfSetting(given)).toBe(text);
});
