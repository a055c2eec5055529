import { type ConfigOf, flag, integer, text } from '@agent-mem/runtime';
import { promptsFile } from '@agent-mem/service-kit';

/** What can be set about the agent; the first seven are the parameters of the specification it follows. */
export const variables = {
  MAX_ITERATIONS: integer({
    meaning: 'Most actions of one invocation, those of its history counted; then it ends by an error',
    min: 1,
    max: 1_000,
    default: 10,
  }),
  WORKING_MEMORY_THRESHOLD: integer({
    meaning: 'Size of the trace over which its older steps are summarised',
    unit: 'tokens',
    min: 100,
    max: 1_000_000,
    default: 2_000,
  }),
  FACT_RETRIEVAL_TOP_K: integer({ meaning: 'Facts fetched for the question', min: 1, max: 100, default: 5 }),
  EPISODE_RETRIEVAL_TOP_K: integer({ meaning: 'Episodes fetched for the question', min: 1, max: 100, default: 3 }),
  ENABLE_AUTO_FACT_EXTRACTION: flag({ meaning: 'Facts may be learned from what is said in an invocation', default: true }),
  ENABLE_EPISODE_RECORDING: flag({ meaning: 'An invocation that was a task may be recorded as an episode', default: true }),
  ADDITIONAL_CONTEXT: text({ meaning: 'What the agent is told about itself and its world in every prompt', default: '' }),
  MEMORY_DEADLINE_MS: integer({
    meaning: 'Time for fetching facts, episodes and the conversation; what is later is left out',
    unit: 'ms',
    min: 1,
    max: 600_000,
    default: 300,
  }),
  WORKING_MEMORY_DEADLINE_MS: integer({
    meaning: 'Time for writing down or assembling one step of the trace; what is later is done without',
    unit: 'ms',
    min: 1,
    max: 600_000,
    default: 2_000,
  }),
  MEMORY_CONTEXT_TOKENS: integer({
    meaning: 'Room in the prompt for facts, episodes and the conversation together',
    unit: 'tokens',
    min: 0,
    max: 10_000_000,
    default: 4_000,
  }),
  MODEL_TIMEOUT_MS: integer({
    meaning: 'Time for one answer of the model, also for one compression of the trace',
    unit: 'ms',
    min: 1,
    max: 3_600_000,
    default: 120_000,
  }),
  MODEL_ATTEMPTS: integer({
    meaning: 'How often the model is asked for one step when it fails in a way that may pass',
    min: 1,
    max: 20,
    default: 3,
  }),
  TOOL_TIMEOUT_MS: integer({ meaning: 'Time for one call of a tool', unit: 'ms', min: 1, max: 3_600_000, default: 60_000 }),
  TOOL_OUTPUT_MAX_BYTES: integer({
    meaning: "Most of a tool's output that is shown to the model; the rest is cut and a mark says so",
    unit: 'bytes',
    min: 100,
    max: 60_000,
    default: 16_000,
  }),
  ENABLE_TOOL_RETRIEVE_FACTS: flag({ meaning: 'The model may search facts by the tool RetrieveFacts', default: true }),
  ENABLE_TOOL_RECALL_EPISODES: flag({ meaning: 'The model may search episodes by the tool RecallEpisodes', default: true }),
  ENABLE_TOOL_STORE_FACT: flag({ meaning: 'The model may store facts by the tool StoreFact', default: true }),
  TRUSTGRAPH_MEMORY_MODE: text({
    meaning:
      'In a TrustGraph flow, what memory does: off (the agent is as the stock one), read (it is recalled), read-write (and learns), full (and is kept when a conversation ends)',
    default: 'full',
    oneOf: ['off', 'read', 'read-write', 'full'],
  }),
  TRUSTGRAPH_MEMORY_SCOPE: text({
    meaning:
      'In a TrustGraph flow, whose memory it is: all who ask in the workspace and collection share one (workspace), or each conversation has one of its own (conversation)',
    default: 'workspace',
    oneOf: ['workspace', 'conversation'],
  }),
  TRUSTGRAPH_FACTS_TO_TRIPLES: flag({
    meaning: "In a TrustGraph flow, facts that its workspace learns are also written to TrustGraph's knowledge store, as triples",
    default: false,
  }),
  TRUSTGRAPH_UNKNOWN_TOOL: text({
    meaning:
      "In a TrustGraph flow, what a tool's name that nobody offers is: an error that ends the dialogue, as with the stock agent, or an observation",
    default: 'error',
    oneOf: ['error', 'observation'],
  }),
  TRUSTGRAPH_TOOL_TIMEOUT_MS: integer({
    meaning: 'In a TrustGraph flow, time for one call of a tool',
    unit: 'ms',
    min: 1,
    max: 3_600_000,
    default: 600_000,
  }),
  TRUSTGRAPH_ERROR_FORM: text({
    meaning:
      "In TrustGraph's flows, the error of a dialogue that failed holds beside the frame's text: its type alone (empty: gateways from 2.10.18 to 2.11.1 pass the frame on), nothing (none), or the text again (text: what clients before read)",
    default: 'empty',
    oneOf: ['empty', 'none', 'text'],
  }),
  PROMPTS_FILE: promptsFile,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
