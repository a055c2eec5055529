/** Facts: statements that last. */

export { uniqueKeysOfFacts } from './domain/unique-keys/unique-keys-of-facts.ts';
export { factsService } from './service.ts';
