/** What adapters' own tests write, too. Without the test runner, so that a process of a test may import it. */

export { edge, event, node } from './graph/fixtures.ts';
export { freshScope } from './scopes.ts';
export { document, vector } from './search-index/fixtures.ts';
