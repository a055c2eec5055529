/** What each port means, as tests that every adapter passes against its real store. */

export { describeDetails } from './details.ts';
export { describeGraphArchive } from './graph/archive.ts';
export { describeGraph } from './graph/graph.ts';
export { describeKeyValue, type OpenedKeyValue } from './key-value.ts';
export { describeSearchIndex } from './search-index/search-index.ts';
