import type { IndexDocument } from '@agent-mem/storage';
import { scope } from '../memories.ts';
import { type Comparison, inBatches, type Port, type Subject, spread } from '../subject.ts';
import type { OpenedSearchIndex } from './bare.ts';
import { Documents, positionOf, type Question } from './documents.ts';
import { qdrantSearchIndex } from './qdrant.ts';
import { embeddedSearchIndex } from './sqlite.ts';

/** Documents by words and vectors. */
export const searchIndex: Port = {
  name: 'SearchIndex',
  embedded: async () => subjectOf(await embeddedSearchIndex(), await Documents.load()),
  cluster: async () => subjectOf(await qdrantSearchIndex(), await Documents.load()),
};

/** What recall asks for of each leg. */
const candidates = 200;
/** Places beside the best ten hits. */
const asked = 20;
const questionsInTurn = 200;
const batch = { size: 250, atOnce: 2 };

function subjectOf(opened: OpenedSearchIndex, documents: Documents): Subject {
  const { store, index, bare, settled, bytes, residentBytes } = opened;
  let questions: readonly Question[] = [];
  return {
    store,
    prepare: () => index.statistics(scope, { kinds: [], terms: [] }),
    async fill(memories) {
      await inBatches(memories, batch, async (numbers) => index.put(scope, await documents.of(numbers)));
      await settled();
      const any = spread(memories);
      questions = await documents.questions(Array.from({ length: questionsInTurn }, any), index);
    },
    bytes,
    ...(residentBytes && { residentBytes }),
    async fillBare(memories) {
      await inBatches(memories, batch, async (numbers) => bare.put(await documents.of(numbers)));
      await settled();
    },
    comparisons: (memories) => comparisonsOf(opened, documents, questions, memories),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

function comparisonsOf(
  { index, bare }: OpenedSearchIndex,
  documents: Documents,
  questions: readonly Question[],
  memories: number,
): readonly Comparison[] {
  const turn = spread(questions.length);
  const any = spread(memories);
  const question = () => questions[turn()] as Question;
  const words = () => question().terms.map(({ term }) => term);
  const positions = () => Array.from({ length: asked }, () => positionOf(any()));
  let last = memories;
  /** Made beforehand: the embedder and the analysis are not the store's. */
  let made: IndexDocument[] = [];
  const fresh = (count: number) => made.splice(-count);
  const making = (count: number) => async () => {
    made = [...(await documents.of(Array.from({ length: count }, () => ++last)))];
  };
  return [
    {
      name: `search, ${candidates} of each leg`,
      ours: () => index.search(scope, { ...question(), kinds: ['Message'], limit: candidates }),
      bare: () => bare.search(question(), candidates),
    },
    {
      name: `at ${asked} places`,
      ours: () => index.at(scope, positions(), question()),
      bare: () => bare.at(positions(), question()),
    },
    {
      name: 'statistics of a question',
      ours: () => index.statistics(scope, { kinds: ['Message'], terms: words() }),
      bare: () => bare.statistics(words()),
    },
    { name: 'put 1', most: 200, prepare: making(3_000), ours: () => index.put(scope, fresh(1)), bare: () => bare.put(fresh(1)) },
    {
      name: 'put 64',
      most: 16,
      prepare: making(16_000),
      ours: () => index.put(scope, fresh(64)),
      bare: () => bare.put(fresh(64)),
    },
  ];
}
