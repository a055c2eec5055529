import { type ConfigOf, integer, modelServerVariable, optionalInteger, text } from '@agent-mem/runtime';

/** Which servers the program asks for texts, vectors and ranks. */
export const variables = {
  ...modelServerVariable,
  LLM_MODEL: text({ meaning: 'Model to ask there', default: '' }),
  LLM_MODELS: text({
    meaning: 'Models there that a request may ask for instead (member model), separated by commas; *: any; empty: none',
    default: '',
  }),
  SUMMARY_MODEL: text({ meaning: 'Model to ask there for summaries, descriptions and articles; empty: LLM_MODEL', default: '' }),
  LLM_API_KEY: text({ meaning: 'Key to ask with', default: '' }),
  MODEL_ANSWER_MAX_BYTES: integer({
    meaning: 'Longest answer of it; more is refused while it is read',
    unit: 'bytes',
    min: 1_024,
    max: 1_000_000_000,
    default: 1_000_000,
  }),
  EMBEDDINGS_URL: text({ meaning: 'Base URL of an OpenAI-compatible server; empty: the bundled static table', default: '' }),
  EMBEDDINGS_MODEL: text({ meaning: 'Model to embed with there', default: 'text-embedding-3-small' }),
  EMBEDDINGS_API_KEY: text({ meaning: 'Key to embed with', default: '' }),
  EMBEDDINGS_DIMENSION: optionalInteger({
    meaning: 'How many numbers a vector of the embedder has: one that makes another number is refused; empty: any',
    min: 1,
    max: 100_000,
  }),
  PREVIOUS_EMBEDDINGS_URL: text({
    meaning:
      'Where the embedder before the present one answers, or "static" for the bundled table: questions go by it until reindex has made all vectors anew; empty: none',
    default: '',
  }),
  PREVIOUS_EMBEDDINGS_MODEL: text({ meaning: 'Model to embed with there', default: '' }),
  PREVIOUS_EMBEDDINGS_API_KEY: text({ meaning: 'Key to embed with there', default: '' }),
  RERANK_URL: text({
    meaning:
      'Base URL of a server with a rerank endpoint (Cohere, Jina, vLLM, TEI, llama.cpp), with its path or without; empty: none',
    default: '',
  }),
  RERANK_MODEL: text({ meaning: 'Model to rerank with there; empty: the only one it has', default: '' }),
  RERANK_API_KEY: text({ meaning: 'Key to rerank with', default: '' }),
  RERANK_SCORES: text({
    meaning: 'What its scores are: probability (0 to 1) or logit (llama.cpp)',
    default: 'probability',
    oneOf: ['probability', 'logit'],
  }),
};

/** Their values. */
export type OpenAiConfig = ConfigOf<typeof variables>;
