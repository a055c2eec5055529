import { describe, expect, it } from 'vitest';
import { type Collection, weighTerms } from '../bm25.ts';
import { type Candidate, createPool } from '../pool.ts';
import { presetProfile } from '../presets.ts';
import type { FeatureName, RecallProfile } from '../profile.ts';
import type { PastQuestion } from '../question.ts';
import { analyseQuestion } from '../question.ts';
import type { Ranking } from '../ranking.ts';
import { describeText } from '../text-features.ts';
import { diversify } from './diversity.ts';
import { doubtOf } from './doubt.ts';
import { aged } from './recency.ts';
import { features } from './sum.ts';
import { wordScores } from './words.ts';

const messages = presetProfile('default', 'messages');
const day = 86_400_000;

interface Said extends Partial<Candidate> {
  readonly text?: string;
  readonly speaker?: string;
  readonly at?: string;
}

/** One conversation, a minute between its messages unless they say when. */
function conversation(...said: readonly Said[]): readonly Candidate[] {
  return said.map(({ text = '', speaker, at, ...more }, index) => {
    const timestamp = at ? Date.parse(at) : index * 60_000;
    const { terms, length, fields } = describeText({ text, speaker: speaker ?? null });
    const whole = { id: `m${index + 1}`, conversationId: 'c', ordinal: index + 1, role: 'user', cosine: null };
    return { ...whole, timestamp, counts: terms, length, fields: { ...fields }, ...more };
  });
}

function rankingOf(
  text: string,
  candidates: readonly Candidate[],
  more: { profile?: RecallProfile; askedFrom?: string; pastQuestions?: readonly PastQuestion[] } = {},
): Ranking {
  const question = analyseQuestion(text);
  const collection: Collection = {
    documents: candidates.length,
    totalLength: candidates.reduce((sum, { length }) => sum + length, 0),
    documentFrequency: new Map(
      question.terms.map((term) => [term, candidates.filter(({ counts }) => (counts[term] ?? 0) > 0).length]),
    ),
  };
  const terms = weighTerms(question.terms, collection);
  const ranking: Ranking = {
    question,
    pool: createPool(candidates, [], messages.session.gapMs),
    profile: more.profile ?? messages,
    collection,
    terms,
    counts: Float64Array.from(terms.flatMap(({ term }) => candidates.map(({ counts }) => counts[term] ?? 0))),
    askedFrom: more.askedFrom ?? null,
    pastQuestions: more.pastQuestions ?? [],
    feature: (name) => features[name](ranking),
  };
  return ranking;
}

const valuesOf = (name: FeatureName, ...of: Parameters<typeof rankingOf>) => [...features[name](rankingOf(...of))];

describe('words', () => {
  it('are BM25 of a text and shares of its neighbours', () => {
    const said = conversation({ text: 'red' }, { text: 'door blue blue' }, { text: 'green' });
    const [, second] = wordScores(rankingOf('red', said));
    const idf = Math.log(1 + 2.5 / 1.5);
    const average = (5 / 3) * (1 + 1.6);
    const length = 3 + 0.7 * 1 + 0.3 * 1;
    expect(second).toBeCloseTo((idf * 0.7 * 2.2) / (0.7 + 1.2 * (0.1 + (0.9 * length) / average)), 10);
  });

  it('of a long neighbour count as if it had forty terms', () => {
    const long = Array.from({ length: 79 }, (_, number) => `w${number}`).join(' ');
    const [, short] = wordScores(rankingOf('red', conversation({ text: 'red' }, { text: 'door' })));
    const [, besideLong] = wordScores(rankingOf('red', conversation({ text: `red ${long}` }, { text: 'door' })));
    expect(besideLong).toBeLessThan(short ?? 0);
    expect(besideLong).toBeGreaterThan(0);
  });

  it('of another session are none of its own', () => {
    const said = conversation({ text: 'red', at: '2023-05-07T10:00:00Z' }, { text: 'door', at: '2023-05-07T12:00:00Z' });
    expect(valuesOf('words', 'red', said)).toEqual([1, 0]);
  });
});

describe('sessions', () => {
  const said = conversation(
    { text: 'red door', at: '2023-05-07T10:00:00Z' },
    { text: 'nothing', at: '2023-05-07T10:01:00Z' },
    { text: 'red', at: '2023-06-07T10:00:00Z' },
    { text: 'else', at: '2023-08-07T10:00:00Z' },
  );

  it('are ranked as a whole, and lend their score to all that was said in them', () => {
    const [first, second, third, fourth] = valuesOf('session', 'red door', said);
    expect([first, second]).toEqual([1, 1]);
    expect(third).toBeGreaterThan(0);
    expect(third).toBeLessThan(1);
    expect(fourth).toBe(0);
  });

  it('have a best', () => {
    const [first, second, , fourth] = valuesOf('session_best', 'red door', said);
    expect([first, second, fourth]).toEqual([1, 1, 0]);
  });
});

describe('the speaker', () => {
  const said = conversation({ speaker: 'Ann Lee' }, { speaker: 'Bo' }, { role: 'assistant' });

  it.each([
    ["What is Ann's dog called?", [1, 0, 0]],
    ['Did bo see it?', [0, 1, 0]],
    ['Did Ann see Bo?', [0, 0, 0]],
    ['Did I see Ann and Bo?', [0, 0, 0]],
    ['Did Cem see it?', [0, 0, 0]],
  ])('"%s": %o', (question, values) => {
    expect(valuesOf('speaker', question, said)).toEqual(values);
  });

  it('is the user where the asker means itself', () => {
    expect(valuesOf('speaker', 'Where is my dog?', conversation({ role: 'user' }, { role: 'assistant' }))).toEqual([1, 0]);
  });
});

describe('the date', () => {
  const said = conversation(
    { at: '2023-05-07T10:00:00Z' },
    { at: '2023-06-07T10:00:00Z' },
    { at: '2023-04-22T10:00:00Z' },
    { at: '2022-05-10T10:00:00Z' },
    { at: '2023-12-01T10:00:00Z' },
  );

  it.each([
    ['in May 2023', [1, 0.4, 0.2, 0, 0]],
    ['in May', [1, 0.4, 0.2, 1, 0]],
    ['on 10 May 2023', [0.9, 0.4, 0.2, 0, 0]],
    ['in 2022', [0, 0, 0, 0.3, 0]],
    ['in January 2024', [0, 0, 0, 0, 0.2]],
    ['whenever', [0, 0, 0, 0, 0]],
  ])('%s: %o', (question, values) => {
    expect(valuesOf('date', question, said)).toEqual(values.map((value) => expect.closeTo(value)));
  });
});

describe('form', () => {
  it('is the length, up to 25 words', () => {
    const said = conversation({ text: 'one' }, { text: 'w '.repeat(25) }, { text: 'w '.repeat(50) }, { fields: {}, length: 25 });
    expect(valuesOf('length', 'x', said)).toEqual([expect.closeTo(Math.log(2) / Math.log(26)), 1, 1, 1]);
  });

  it('is whether it asks, says when, or names, as the question wants', () => {
    const said = conversation({ text: 'Really?' }, { text: 'it was yesterday' }, { text: 'we saw Ann' });
    expect(valuesOf('asks', 'x', said)).toEqual([1, 0, 0]);
    expect(valuesOf('time', 'When was it?', said)).toEqual([0, 1, 0]);
    expect(valuesOf('time', 'What was it?', said)).toEqual([0, 0, 0]);
    expect(valuesOf('name', 'Who was it?', said)).toEqual([0, 0, 1]);
    expect(valuesOf('name', 'What was it?', said)).toEqual([0, 0, 0]);
  });
});

it('vectors are averaged with their neighbours, and scaled from the least to the best', () => {
  const said = conversation({ cosine: 0.2 }, { cosine: 0.8 }, { cosine: null }, { cosine: 0.1 });
  const profile = { ...messages, smoothing: [{ offset: -1, share: 0.5 }] };
  const second = (0.8 + 0.5 * 0.2) / 1.5;
  expect(valuesOf('dense', 'x', said, { profile })).toEqual([
    expect.closeTo((0.2 - 0.1) / (second - 0.1)),
    1,
    0,
    expect.closeTo(0),
  ]);
});

it('entities are the share of the names asked for, by how rare they are', () => {
  const said = conversation({ text: 'Ann in Bern' }, { text: 'Ann' }, { text: 'Ann' }, { text: 'Bo' });
  const [both, one, , none] = valuesOf('entity', 'Was Ann in Bern?', said);
  expect([both, none]).toEqual([expect.closeTo(1), 0]);
  expect(one).toBeLessThan(0.5);
  expect(one).toBeGreaterThan(0);
});

it('the conversation that asks counts for what belongs to it', () => {
  const said = conversation({}, { conversationId: 'other' });
  expect(valuesOf('conversation', 'x', said, { askedFrom: 'other' })).toEqual([0, 1]);
  expect(valuesOf('conversation', 'x', said)).toEqual([0, 0]);
});

describe('questions asked before', () => {
  const said = conversation({ text: 'red door' }, { text: 'blue door' });
  const past = (terms: string[], weight = 1) => [{ terms, answeredBy: [{ id: 'm2', weight }] }];

  it('lift what answered them, as much as they are alike', () => {
    expect(valuesOf('asked_before', 'red door', said, { pastQuestions: past(['red', 'door']) })).toEqual([0, 1]);
    expect(valuesOf('asked_before', 'red door', said, { pastQuestions: past(['red', 'door'], 0.5) })).toEqual([0, 0.5]);
    const profile = { ...messages, leastQuestionLikeness: 0 };
    const pastQuestions = past(['red', 'door', 'garden']);
    const [, alike] = valuesOf('asked_before', 'red wooden door', said, { pastQuestions, profile });
    expect(alike).toBeGreaterThan(0);
    expect(alike).toBeLessThan(0.7);
  });

  it('push down what was no answer to them, and the strongest edge counts', () => {
    const both = [...past(['red', 'door'], 0.4), ...past(['red', 'door'], -0.6)];
    expect(valuesOf('asked_before', 'red door', said, { pastQuestions: past(['red', 'door'], -1) })).toEqual([0, -1]);
    expect(valuesOf('asked_before', 'red door', said, { pastQuestions: both })).toEqual([0, -0.6]);
    expect(valuesOf('asked_before', 'red door', said, { pastQuestions: past(['red', 'door'], 9) })).toEqual([0, 1]);
  });

  it('say nothing below the least likeness, and nothing by one shared term', () => {
    const profile = { ...messages, leastQuestionLikeness: 0.9 };
    const pastQuestions = past(['red', 'door', 'garden']);
    expect(valuesOf('asked_before', 'red wooden door', said, { pastQuestions, profile })).toEqual([0, 0]);
    expect(valuesOf('asked_before', 'red', said, { pastQuestions: past(['red']) })).toEqual([0, 0]);
  });

  it('do nothing for other questions, or where only a name is shared', () => {
    expect(valuesOf('asked_before', 'red door', said, { pastQuestions: past(['green', 'garden']) })).toEqual([0, 0]);
    expect(valuesOf('asked_before', 'What did Ann do?', said, { pastQuestions: past(['ann']) })).toEqual([0, 0]);
    expect(valuesOf('asked_before', 'red door', said)).toEqual([0, 0]);
  });
});

describe('doubt', () => {
  const item = (speaker: string | null, relevance: number, asks = false) => ({
    document: conversation({ fields: { speaker, asks } })[0] as Candidate,
    relevance,
  });

  it('is how clearly others said it', () => {
    expect(doubtOf([item('Ann', 0.8), item('Bo', 0.4)], 'Ann')).toEqual({ own: 0.5, others: 1 });
    expect(doubtOf([item('Bo', 0.9), item('Ann', 0.3)], 'Ann').own).toBe(1);
    expect(doubtOf([item('Ann', 0.8)], 'Ann').own).toBe(0);
  });

  it('does not listen to who has no name, as an assistant that repeats', () => {
    expect(doubtOf([item('Ann', 0.8), item(null, 0.9)], 'Ann').own).toBe(0);
  });

  it('does not listen to who only asks', () => {
    expect(doubtOf([item('Ann', 0.8), item('Bo', 0.9, true)], 'Ann').own).toBe(0);
  });
});

describe('recency', () => {
  it('counts what is dated in the future as of today, and does nothing at weight 0', () => {
    const recency = { form: 'additive', weight: 0.2, days: 30 } as const;
    expect(aged(0.5, 2 * day, day, recency)).toBeCloseTo(0.8 * 0.5 + 0.2);
    expect(aged(0.5, 0, 400 * day, { ...recency, weight: 0 })).toBe(0.5);
  });
});

describe('diversity', () => {
  const items = [
    { id: 'a', score: 1 },
    { id: 'twin', score: 0.95 },
    { id: 'other', score: 0.6 },
  ];
  const vectors = new Map([
    ['a', Float32Array.of(1, 0)],
    ['twin', Float32Array.of(1, 0)],
    ['other', Float32Array.of(0, 1)],
  ]);
  const ids = (lambda: number, most = 3) => diversify(items, vectors, { lambda, most }).map(({ id }) => id);

  it('puts what differs before what repeats', () => {
    expect(ids(0.7)).toEqual(['a', 'other', 'twin']);
    expect(ids(0.7, 2)).toEqual(['a', 'other']);
  });

  it('leaves the order alone at lambda 1, and where nothing is known of likeness', () => {
    expect(ids(1)).toEqual(['a', 'twin', 'other']);
    expect(diversify(items, new Map(), { lambda: 0.7, most: 3 }).map(({ id }) => id)).toEqual(['a', 'twin', 'other']);
  });
});
