import { hourMs } from '@agent-mem/contract';
import { receiptVariables } from '@agent-mem/recall';
import { type ConfigOf, flag, integer, text, tokenLimit, windowVariable } from '@agent-mem/runtime';

/** What can be set about the loop; the first eight, but the third, are the parameters of the specification it follows. */
export const loopVariables = {
  MAX_ITERATIONS: integer({
    meaning: 'Most actions of one invocation, with those of its history; then the model is asked for its answer, without tools',
    min: 1,
    max: 1_000,
    default: 10,
  }),
  ...windowVariable,
  WORKING_MEMORY_THRESHOLD: tokenLimit({
    meaning: 'Size of the trace over which its older steps are summarised: tokens, or a share of LLM_CONTEXT_TOKENS (50%)',
    min: 100,
    max: 1_000_000,
    default: 2_000,
  }),
  DETAIL_CAPTURE_TOKENS: integer({
    meaning:
      'Size over which an observation or message is stored apart; the trace then has a reference and an excerpt of this size',
    unit: 'tokens',
    min: 100,
    max: 100_000,
    default: 500,
  }),
  TOOLS_IN_PROMPT: integer({
    meaning: 'Most tools in a prompt; if there are more, it has those closest to the question, and one that finds the others',
    min: 2,
    max: 1_000,
    default: 20,
  }),
  FACT_RETRIEVAL_TOP_K: integer({ meaning: 'Facts fetched for the question', min: 1, max: 100, default: 5 }),
  EPISODE_RETRIEVAL_TOP_K: integer({ meaning: 'Episodes fetched for the question', min: 1, max: 100, default: 3 }),
  ENABLE_AUTO_FACT_EXTRACTION: flag({ meaning: 'Facts may be learned from what is said in an invocation', default: true }),
  ENABLE_EPISODE_RECORDING: flag({ meaning: 'An invocation that was a task may be recorded as an episode', default: true }),
  ADDITIONAL_CONTEXT: text({ meaning: 'Text that every prompt gives the agent about itself and its world', default: '' }),
  MEMORY_DEADLINE_MS: integer({
    meaning: 'Longest wait for facts, episodes and the conversation; the agent answers without what comes later',
    unit: 'ms',
    min: 1,
    max: 600_000,
    default: 300,
  }),
  WORKING_MEMORY_DEADLINE_MS: integer({
    meaning: 'Longest wait for storing or assembling one step of the trace; the agent goes on without what comes later',
    unit: 'ms',
    min: 1,
    max: 600_000,
    default: 2_000,
  }),
  MEMORY_CONTEXT_TOKENS: integer({
    meaning:
      'Room in the prompt for facts, episodes and the conversation together; each gets its share by what it adds to the answer',
    unit: 'tokens',
    min: 0,
    max: 10_000_000,
    default: 2_000,
  }),
  RECALL_OTHER_CONVERSATIONS: flag({
    meaning: "Whether a prompt has messages of the scope's other conversations that answer the question, unless the request says",
    default: true,
  }),
  MODEL_TIMEOUT_MS: integer({
    meaning:
      'Time for one answer of the model, or, where it is streamed, for its next piece; also for one compression of the trace',
    unit: 'ms',
    min: 1,
    max: hourMs,
    default: 120_000,
  }),
  MODEL_ATTEMPTS: integer({
    meaning: 'Most attempts to ask the model for one step, if its failures may pass',
    min: 1,
    max: 20,
    default: 3,
  }),
  TOOL_TIMEOUT_MS: integer({ meaning: 'Time for one call of a tool', unit: 'ms', min: 1, max: hourMs, default: 60_000 }),
  APPROVE_TOOLS: text({
    meaning:
      'Tools whose calls a person must approve, beside those that require it themselves: names separated by commas, * for any text',
    default: '',
  }),
  TOOL_OUTPUT_MAX_BYTES: integer({
    meaning: "Most of a tool's output in the prompt if the output is not stored: head, tail, and the lines that report errors",
    unit: 'bytes',
    min: 100,
    max: 60_000,
    default: 16_000,
  }),
  ENABLE_TOOL_RETRIEVE_FACTS: flag({ meaning: 'The model may search facts by the tool RetrieveFacts', default: true }),
  ENABLE_TOOL_RECALL_EPISODES: flag({ meaning: 'The model may search episodes by the tool RecallEpisodes', default: true }),
  ENABLE_TOOL_STORE_FACT: flag({ meaning: 'The model may store facts by the tool StoreFact', default: true }),
  ENABLE_TOOL_FORGET: flag({ meaning: 'The model may delete facts by the tool Forget; they can be restored', default: true }),
  ENABLE_TOOL_CORRECT: flag({ meaning: 'The model may replace facts that are wrong by the tool Correct', default: true }),
  ENABLE_TOOL_STORE_MEMORY: flag({ meaning: 'The model may store long texts apart by the tool store_memory', default: true }),
  ENABLE_TOOL_RETRIEVE_MEMORY: flag({
    meaning: 'The model may open the text of a placeholder by the tool retrieve_memory',
    default: true,
  }),
  ENABLE_TOOL_SEARCH_MEMORY: flag({
    meaning: 'The model may find texts that are stored apart by the tool search_memory',
    default: true,
  }),
  ...receiptVariables,
};

/** Their values. */
export type LoopConfig = ConfigOf<typeof loopVariables>;
