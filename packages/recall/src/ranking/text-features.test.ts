import { describe, expect, it } from 'vitest';
import { languageOf } from './languages.ts';
import { describeText } from './text-features.ts';

const said = Date.UTC(2023, 4, 7, 12);
const fieldsOf = (text: string) => describeText({ text }).fields;

it('counts a text, its speaker and the words of its date', () => {
  const { terms, length } = describeText({ text: 'The cats ran', speaker: 'Ann Lee', timestamp: said });
  expect({ ...terms }).toEqual({ cat: 1, ran: 1, ann: 1, lee: 1, '7': 1, mai: 1, '2023': 1 });
  expect(length).toBe(7);
});

it('counts a text alone where nothing else is known', () => {
  expect({ ...describeText({ text: 'The cats ran' }).terms }).toEqual({ cat: 1, ran: 1 });
  expect(describeText({ text: 'x', timestamp: Number.NaN }).length).toBe(1);
});

it('writes dates as numbers where the language has no table', () => {
  const { terms } = describeText({ text: 'Zug', timestamp: said }, languageOf('xx'));
  expect({ ...terms }).toEqual({ zug: 1, '2023': 1, '5': 1, '7': 1 });
});

describe('features', () => {
  it.each([
    ['What now?', true],
    ['What now?"', true],
    ['Is it this? [image: a red door]', true],
    ['Yes.', false],
    ['什么？', true],
  ])('"%s" asks: %s', (text, asks) => {
    expect(fieldsOf(text).asks).toBe(asks);
  });

  it.each([
    ['I went there yesterday', true],
    ['Since 2019', true],
    ['In August', true],
    ['She said May', true],
    ['You may march on', false],
    ['A red door', false],
  ])('"%s" says when: %s', (text, saysWhen) => {
    expect(fieldsOf(text).time_word).toBe(saysWhen);
  });

  it.each([
    ['we met Ann there', true],
    ['it is called "the door"', true],
    ['A door. We saw it', false],
  ])('"%s" holds a name: %s', (text, holdsName) => {
    expect(fieldsOf(text).proper_name).toBe(holdsName);
  });

  it('count words without a remark in brackets behind them', () => {
    expect(fieldsOf('one two three [image: four five]')).toMatchObject({ words: 3, speaker: null });
  });

  it('are told of a text of nothing but space, brackets or months as soon as of another', () => {
    const long = `a${' '.repeat(60_000)}b [c${'['.repeat(1_000)}`;
    expect(fieldsOf(long)).toMatchObject({ asks: false });
    expect(fieldsOf('may '.repeat(15_000))).toMatchObject({ words: 15_000, time_word: false });
    expect(fieldsOf('A door [')).toMatchObject({ words: 3 });
    expect(fieldsOf('[A door]')).toMatchObject({ words: 0 });
  });
});
