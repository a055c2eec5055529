import type { GatewayQuestion } from '../live/trustgraph/ask.ts';
import type { ModelReply } from '../live/trustgraph/scripted-model.ts';

/** A question and what the model says to it, step by step. */
export interface Case {
  readonly name: string;
  readonly question: GatewayQuestion;
  readonly replies: readonly (string | ModelReply)[];
}

const final = 'Thought: I know it\nFinal Answer: It is forty-two.';
const call = (tool: string, args: object | string) =>
  `Thought: I use it\nAction: ${tool}\nArgs: ${typeof args === 'string' ? args : JSON.stringify(args)}`;

function of(name: string, replies: Case['replies'], more: Partial<GatewayQuestion> = {}): Case {
  return { name, question: { question: `What is it, ${name}?`, session_id: name.replaceAll(' ', '-'), ...more }, replies };
}

/** What clients may ask and models may say, for a test to put to both agents. */
export const cases: readonly Case[] = [
  of('a direct answer', [final]),
  of('a question of the model', [call('LLM text completion', { question: 'What is six times seven?' }), final]),
  of('a prompt of an operator', [call('shout', { text: 'hello', n: 3, b: true, z: null }), final]),
  of('an MCP tool', [call('add', { a: 40, b: 2 }), final]),
  of('a tool service', [call('tell-joke', { topic: 'llama' }), final], { group: ['jokes'] }),
  of('two tools', [call('add', { a: 1, b: 1 }), call('shout', { text: 'two' }), final]),
  of('a tool that fails', [call('broken', { text: 'x' }), final]),
  of('an unknown tool', [call('nobody', {}), final]),
  of('a tool of another group', [call('shout', { text: 'x' }), final], { group: ['jokes'] }),
  of('no end of tools', [call('shout', { text: 'x' })]),
  of('no words of ReAct', ['this is no reply', final]),
  of('nothing', ['', final]),
  of('only a thought', ['Thought: I think', final]),
  of('no arguments', ['Thought: I use it\nAction: shout', final]),
  of('arguments that are no JSON', [call('shout', 'hello'), final]),
  of('arguments in JSON with slips', [call('shout', '{text: hello}'), final]),
  of('arguments that are a list', [call('shout', '["hello"]'), final]),
  of('a brace in a text', [call('shout', { text: 'a } b' }), final]),
  of('a quoted name', [call('"shout"', { text: 'x' }), final]),
  of('a fenced reply', [`\`\`\`\n${call('shout', { text: 'x' })}\n\`\`\``, final]),
  of('an invented observation', [`${call('shout', { text: 'x' })}\nObservation: no\nThought: so\nFinal Answer: invented`, final]),
  of('an answer in lines', ['Thought: first\nsecond\nFinal Answer: # Head\n\n- one\n- two']),
  of('an answer in JSON', ['Thought: I know\nFinal Answer: {\n  "a": 1\n}']),
  of('no thought', ['Final Answer: yes']),
  of('other letters', ['Thought: Schön – 考える\nFinal Answer: Grüße 🐶']),
  of('a refusal of the model', [{ status: 400 }]),
  of('steps of the client', [final], { history: [{ thought: 't', action: 'a', arguments: { x: 'y' }, observation: 'o' }] }),
];
