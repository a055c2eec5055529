/** What memory needs of models: three ports, the templates of our prompts, and doubles for tests. */

export { askModel } from './ask-model.ts';
export * from './chat-model.ts';
export { delimited } from './delimiters.ts';
export type { Embedder } from './embedder.ts';
export { hashEmbedder } from './hash-embedder.ts';
export { jsonExtent } from './json-extent.ts';
export { readModelJson } from './model-json.ts';
export { createPrompts, type MemoryVariables, type PromptOverrides, type Prompts } from './prompts.ts';
export { loadPrompts } from './prompts-file.ts';
export type { Reranker } from './reranker.ts';
export { type ScriptedAnswer, type ScriptedChatModel, scriptedChatModel } from './scripted-chat-model.ts';
export type * from './template.ts';
export { usageOfCall, usageSum } from './usage-sum.ts';
