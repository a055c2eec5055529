import { type ConfigOf, headerSecret, integer, modelServerVariable, optionalInteger, text } from '@agent-mem/runtime';

/** Which servers the program asks for texts, vectors and ranks. */
export const variables = {
  ...modelServerVariable,
  LLM_MODEL: text({ meaning: 'Model of LLM_URL', default: '' }),
  LLM_MODELS: text({
    meaning: 'Other models of LLM_URL that a request may name (member model), separated by commas; *: any; empty: none',
    default: '',
  }),
  SUMMARY_MODEL: text({ meaning: 'Model of LLM_URL for summaries, descriptions and articles; empty: LLM_MODEL', default: '' }),
  LLM_API_KEY: headerSecret({ meaning: 'API key of LLM_URL' }),
  MODEL_ANSWER_MAX_BYTES: integer({
    meaning: 'Longest answer of the model; a longer one is refused while it is read',
    unit: 'bytes',
    min: 1_024,
    max: 1_000_000_000,
    default: 1_000_000,
  }),
  EMBEDDINGS_URL: text({ meaning: 'Base URL of an OpenAI-compatible server; empty: the bundled static table', default: '' }),
  EMBEDDINGS_MODEL: text({ meaning: 'Model that embeds there; empty: text-embedding-3-small', default: '' }),
  EMBEDDINGS_API_KEY: headerSecret({ meaning: 'API key of EMBEDDINGS_URL' }),
  EMBEDDINGS_DIMENSION: optionalInteger({
    meaning: "Dimension of the embedder's vectors; an embedder with another one is refused; empty: any",
    min: 1,
    max: 100_000,
  }),
  PREVIOUS_EMBEDDINGS_URL: text({
    meaning:
      'Base URL of the embedder before the present one, or "static" for the bundled table: recall uses it until reindex has made all vectors anew; empty: none',
    default: '',
  }),
  PREVIOUS_EMBEDDINGS_MODEL: text({ meaning: 'Model that embeds there', default: '' }),
  PREVIOUS_EMBEDDINGS_API_KEY: headerSecret({ meaning: 'API key there' }),
  RERANK_URL: text({
    meaning:
      'Base URL of a server with a rerank endpoint (Cohere, Jina, vLLM, TEI, llama.cpp), with or without its path; empty: none',
    default: '',
  }),
  RERANK_MODEL: text({ meaning: 'Model that reranks there; empty: the only one of the server', default: '' }),
  RERANK_API_KEY: headerSecret({ meaning: 'API key of RERANK_URL' }),
  RERANK_SCORES: text({
    meaning: "Form of the server's scores: probability (0 to 1) or logit (llama.cpp)",
    default: 'probability',
    oneOf: ['probability', 'logit'],
  }),
};

/** Their values. */
export type OpenAiConfig = ConfigOf<typeof variables>;
