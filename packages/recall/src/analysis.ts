import type { Scope } from '@agent-mem/contract';
import type { ConfigOf, Variable } from '@agent-mem/runtime';
import { type LexicalOnly, lexicalOnlyScopes } from './lexical-only.ts';
import type { Language } from './ranking/language.ts';
import { languageOf } from './ranking/languages.ts';

/** How a fleet reads texts: the same when they are indexed and when they are asked for. */
export interface Analysis {
  readonly language: Language;
  /** The scope is found by words alone: nothing of it is embedded, or sent to a model that ranks. */
  isLexicalOnly(scope: Scope): boolean;
}

/** What can be set about it. */
export const analysisVariables = {
  RECALL_LANGUAGE: {
    meaning:
      'Language of memories (ISO 639-1); recall has a table for en and uses plain words for others; after a change, reindex',
    unit: '',
    defaultText: 'en',
    parse: (text: string) => languageOf(text),
  } satisfies Variable<Language>,
  RECALL_LEXICAL_ONLY: {
    meaning:
      'Scopes that recall searches by words alone; nothing of them is embedded or sent to a model that ranks: patterns workspace/user/collection with *',
    unit: '',
    defaultText: '',
    parse: (text: string) => lexicalOnlyScopes(text),
  } satisfies Variable<LexicalOnly>,
};

/** The analysis that a configuration asks for. */
export function analysisOf(config: ConfigOf<typeof analysisVariables>): Analysis {
  return { language: config.RECALL_LANGUAGE, isLexicalOnly: config.RECALL_LEXICAL_ONLY };
}
