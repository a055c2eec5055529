import { createMemoryGraph, createMemorySearchIndex, edgeIdOf } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { analyse } from '../ranking/analyse.ts';
import { languageOf } from '../ranking/languages.ts';
import { pastQuestionsLike } from './past-questions-like.ts';
import { answeredByKind, judgedAt, questionDocument, questionNode } from './stored-question.ts';

const day = 24 * 60 * 60 * 1_000;

async function asked(...questions: readonly (readonly [text: string, weight: number | null])[]) {
  const clock = turnedClock();
  const [graph, searchIndex] = [createMemoryGraph({ clock }), createMemorySearchIndex()];
  const now = new Date(clock.now()).toISOString();
  const fact = { id: 'fact_1', kind: 'Fact', createdAt: now, updatedAt: now, properties: {} } as const;
  await graph.commit(scope, { nodes: [fact] });
  for (const [text, weight] of questions) {
    const node = questionNode(text, null, now);
    const edge = { id: edgeIdOf(answeredByKind, node.id, fact.id), kind: answeredByKind, from: node.id, to: fact.id };
    await graph.commit(scope, { nodes: [node], edges: [{ ...edge, weight, createdAt: now, properties: judgedAt(now) }] });
    const [stored] = await graph.get(scope, [node.id]);
    if (stored === undefined) throw new Error('nothing is stored');
    const { terms, length } = analyse(questionDocument(stored).text);
    const none = { conversationId: null, ordinal: null, role: null, vectors: [], fields: {}, attributes: null };
    const document = { ...none, visibility: 'scope', timestamp: clock.now(), terms, length } as const;
    await searchIndex.put(scope, [{ id: node.id, kind: 'Question', version: 1, ...document }]);
  }
  const analysis = { language: languageOf('en'), isLexicalOnly: () => false };
  const ask = (query: string, learns = true) =>
    pastQuestionsLike({ graph, searchIndex, analysis, clock, scope, config: { LEARN_FROM_FEEDBACK: learns } }, query)?.();
  return { clock, graph, ask };
}

it('are those that share two words or more beside names, with the terms that tell them', async () => {
  const { ask } = await asked(['Which tea does Anne drink?', 0.75], ['Which tea is cold?', 1], ['Is the garden red?', 1]);
  const answered = [{ id: 'fact_1', weight: 0.75 }];
  expect(await ask('What tea would Bob drink?')).toEqual([{ terms: ['tea', 'drink'], answeredBy: answered }]);
  expect(await ask('Is tea red?')).toEqual([]);
  expect(await ask('Where is Anne?')).toEqual([]);
});

it('fade: half of a weight is left after 180 days', async () => {
  const { clock, ask } = await asked(['Which tea does Anne drink?', 0.5]);
  const weight = async () => (await ask('Which tea does Anne drink?'))?.[0]?.answeredBy[0]?.weight;
  expect(await weight()).toBe(0.5);
  await clock.advance(180 * day);
  expect(await weight()).toBe(0.25);
  await clock.advance(180 * day);
  expect(await weight()).toBe(0.125);
});

it('count nothing by an edge without a weight, and are not read where nothing is learned', async () => {
  const { ask } = await asked(['Which tea does Anne drink?', null]);
  expect(await ask('Which tea does Anne drink?')).toMatchObject([{ answeredBy: [{ weight: 0 }] }]);
  expect(await ask('Which tea does Anne drink?', false)).toBeUndefined();
});
