import { describe } from 'vitest';
import type { SearchIndex, SearchIndexMaintenance } from '../../search-index.ts';
import type { OpenStore } from '../opened.ts';
import { describeDocuments } from './documents.ts';
import { describeFilter } from './filter.ts';
import { describeSearch } from './search.ts';
import { describeVectors } from './vectors.ts';

/** The definition of a SearchIndex: every adapter passes all of it. */
export function describeSearchIndex(name: string, open: OpenStore<SearchIndex & SearchIndexMaintenance>): void {
  describe(`${name} is a SearchIndex`, () => {
    describeDocuments(open);
    describeVectors(open);
    describeSearch(open);
    describeFilter(open);
  });
}
