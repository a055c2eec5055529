/** What memory needs of models: three ports, the templates of our prompts, and doubles for tests. */

export * from './chat-model.ts';
export * from './embedder.ts';
export * from './reranker.ts';
export type * from './template.ts';
