/** What memory needs of models: three ports, the templates of our prompts, and doubles for tests. */

export { type AskOptions, askModel } from './ask-model.ts';
export * from './chat-model.ts';
export { delimited, holdsDelimiter } from './delimiters.ts';
export type { Embedder, WordLikeness } from './embedder.ts';
export { hashEmbedder } from './hash-embedder.ts';
export { jsonExtent } from './json/json-extent.ts';
export { type ModelList, readModelList, readModelObject } from './json/model-answer.ts';
export { readModelJson } from './json/model-json.ts';
export { readModelText } from './json/model-text.ts';
export { modelInteger, modelList, modelText } from './json/model-values.ts';
export { ModelNotUsable, mayAnswerLater } from './model-not-usable.ts';
export { plainWriting, withPlainApostrophes } from './plain-writing.ts';
export { promptTime } from './prompt-time.ts';
export { createPrompts, type Prompts } from './prompts.ts';
export { loadPrompts } from './prompts-file.ts';
export type { Reranker } from './reranker.ts';
export { type ScriptedAnswer, type ScriptedChatModel, scriptedChatModel } from './scripted-chat-model.ts';
export { sentenceOf, sentencesOf } from './sentences.ts';
export type * from './template.ts';
export { usageOfCall, usageSum } from './usage-sum.ts';
