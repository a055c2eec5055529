import { expect } from 'vitest';

/** Where ours is meant to differ from TrustGraph's ReAct agent: what it then tells, explanations left out. */
export interface Difference {
  /** As `docs/reference/trustgraph.md` says it. */
  readonly why: string;
  readonly whole?: readonly unknown[];
  readonly streamed?: readonly unknown[];
}

const answered = ['thought: I know it', 'answer: It is forty-two.'];
/** What is streamed ends by an empty frame, behind the explanation of the answer. */
const answeredInParts = [...answered, 'answer: '];
const joke = expect.stringMatching(/^observation: Here's a pun for you:/);
const [inWords, asksForAnswer, recovers, firstStep, stored, objects, mended] = [
  'Errors reach clients in words',
  'Before the error of the limit, the model is asked once more, for its answer',
  'A streamed reply that cannot be read is an observation, as a whole one is',
  'The first complete step of a reply counts, and what the model invents behind it is not read',
  'Thoughts and answers keep their lines',
  'Arguments that are no JSON object are an observation that says so, and the frames show the thought and the tool',
  'Arguments in JSON with slips are read, and the tool is called',
];
const calls = (...more: readonly string[]) => ['thought: I use it', ...more];
const noReply = 'observation: Error: LLM parse error: Could not parse response: this is no reply';
const empty = 'observation: Error: LLM parse error: Could not parse response: the text is empty';
const onlyThought = 'observation: Error: LLM parse error: Response has thought but no action or final answer: Thought: I think';
/** The last turn asks for one more call, and gives no answer. */
const endless = [...Array(10).fill(calls('observation: forty-two')).flat(), ...calls('error: Too many agent iterations')];
const noJson = expect.stringMatching(/^observation: Error: Args must be a JSON object: /);

/** By the name of the case. Cases and ways that are not here are told alike, but for what `shapeOf` leaves out. */
export const differences: Readonly<Record<string, Difference>> = {
  'a tool service': {
    why: 'Tool services are called; with 2.8.2 to 2.11.1 every call of TrustGraph’s own agent fails',
    whole: [...calls(), joke, ...answered],
    streamed: [...calls(), joke, ...answeredInParts],
  },
  'an unknown tool': {
    why: inWords,
    whole: calls('error: No action for nobody!'),
    streamed: calls('error: No action for nobody!'),
  },
  'a tool of another group': {
    why: inWords,
    whole: calls('error: No action for shout!'),
    streamed: calls('error: No action for shout!'),
  },
  'no end of tools': {
    why: asksForAnswer,
    whole: endless,
    streamed: endless,
  },
  'a refusal of the model': {
    why: inWords,
    whole: ['error: LLM returned no response'],
    streamed: ['error: Error code: 400 - scripted 400'],
  },
  'no words of ReAct': { why: recovers, streamed: [noReply, ...answeredInParts] },
  nothing: { why: recovers, whole: ['thought: ', empty, ...answered], streamed: [empty, ...answeredInParts] },
  'only a thought': {
    why: recovers,
    whole: ['thought: I think', onlyThought, ...answered],
    streamed: ['thought: I think', onlyThought, ...answeredInParts],
  },
  'no arguments': { why: recovers, streamed: [...calls('observation: forty-two'), ...answeredInParts] },
  'a brace in a text': { why: recovers, streamed: [...calls('observation: forty-two'), ...answeredInParts] },
  'no thought': { why: recovers, streamed: ['answer: yes', 'answer: '] },
  'arguments that are no JSON': {
    why: objects,
    whole: [...calls(), noJson, ...answered],
    streamed: [...calls(), noJson, ...answeredInParts],
  },
  'arguments in JSON with slips': {
    why: mended,
    whole: [...calls('observation: forty-two'), ...answered],
    streamed: [...calls('observation: forty-two'), ...answeredInParts],
  },
  'arguments that are a list': {
    why: objects,
    whole: [...calls('observation: Error: Args must be a JSON object, got a list'), ...answered],
    streamed: [...calls('observation: Error: Args must be a JSON object, got a list'), ...answeredInParts],
  },
  'an invented observation': { why: firstStep, whole: [...calls('observation: forty-two'), ...answered] },
  'an answer in lines': { why: stored, whole: ['thought: first\nsecond', 'answer: # Head\n\n- one\n- two'] },
  'an answer in JSON': { why: stored, whole: ['thought: I know', 'answer: {\n  "a": 1\n}'] },
};
