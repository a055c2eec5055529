import { describe, expect, it, vi } from 'vitest';
import { flowSetting, textOfSetting } from './flow-setting.ts';

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
    expect(flowSetting(flowWith({ mode: 'first' }, types), ['one', 'other'], 'mode', word)).toBe('first');
    expect(flowSetting(flowWith({ mode: ' ' }, types), ['one', 'other'], 'mode', word)).toBe('second');
    expect(flowSetting(flowWith({}, types), ['other', 'one'], 'mode', word)).toBe('third');
    expect(flowSetting(flowWith({}, types), [], 'mode', word)).toBeNull();
  });

  it('that is malformed is reported and passed over', () => {
    const report = vi.fn();
    const flow = flowWith({ mode: 'no word' }, { one: { mode: 'second' } });
    expect(flowSetting(flow, ['one'], 'mode', word, report)).toBe('second');
    expect(report).toHaveBeenCalledExactlyOnceWith({ source: 'parameters', given: 'no word', error: expect.any(Error) });
  });

  it('is not found among what every object has', () => {
    expect(flowSetting(flowWith({}), [], 'constructor', String)).toBeNull();
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
