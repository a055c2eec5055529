import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ScriptedModel, startScriptedModel } from '../live/trustgraph/scripted-model.ts';
import { startNpm } from '../process/npm-process.ts';
import { verifies } from '../verifies.ts';

const facts = ['The user is afraid of riding horses', 'The user fell from a horse', 'The user drinks tea'];
const entries = facts.map((text) => ({ text, from: 'user' }));
const bare = JSON.stringify(entries);

/** How models write the list that they are asked for. */
const forms: Readonly<Record<string, string>> = {
  bare,
  fenced: `\`\`\`json\n${bare}\n\`\`\``,
  'in an object': JSON.stringify({ facts: entries }),
  'after prose': `Here is what I would remember:\n${bare}`,
  'before prose': `${bare}\nLet me know if you need more.`,
  'after thinking': `<think>The user tells of a fall. [1] Perhaps {"text": "x"}?</think>\n${bare}`,
  'one too many': JSON.stringify([...entries, { text: 'The user likes all there is in China', from: 'user' }]),
  'with a trailing comma': bare.replace(/\]$/, ',]'),
};

describe('npm start', () => {
  let model: ScriptedModel;
  let address: string;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    model = stack.use(await startScriptedModel());
    const directory = stack.use(await temporaryDirectory());
    const environment = { LLM_URL: model.url, LLM_MODEL: 'scripted' };
    const npm = stack.use(await startNpm(['start'], directory.path, environment));
    address = await vi.waitFor(() => /listens on (http:\S+)/.exec(npm.output())?.[1] ?? Promise.reject(new Error(npm.output())), {
      timeout: 60_000,
    });
    await vi.waitFor(async () => expect((await fetch(`${address}/health/ready`)).status).toBe(200), { timeout: 60_000 });
  });
  afterAll(() => stack.disposeAsync());

  async function post(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return await response.json();
  }

  /** What is learned of an invocation whose facts the model writes in this form. */
  async function learned(form: string): Promise<readonly string[]> {
    const user = `who hears it ${form}`;
    // Rules cannot read a fact out of it.
    const question = `Ever since that fall I would not get on a horse for all the tea in China (${form})`;
    const isLearning = (prompt: string) => prompt.includes('what is worth remembering about the user');
    model.script(question, {
      text: (prompt) => (isLearning(prompt) ? (forms[form] ?? '') : 'Thought: so\nFinal Answer: Noted.'),
    });
    await post('/v1/agent/invoke', { user, question });
    const list = async () => {
      const { facts: found } = (await post('/v1/facts/list', { user })) as { readonly facts: readonly { content: string }[] };
      return found.map(({ content }) => content).toSorted();
    };
    await vi.waitFor(async () => expect(await list()).not.toEqual([]), { timeout: 30_000, interval: 100 });
    return await list();
  }

  it.each(Object.keys(forms))(
    'learns the same from a model that writes its list %s',
    verifies('learning.forms'),
    async (form) => {
      expect(await learned(form)).toEqual(facts.toSorted());
    },
  );

  it('counts each pass by the model and what came of it', async () => {
    const figures = await (await fetch(`${address}/metrics`)).text();
    const used =
      /agentmem_learning_passes_total\{service="facts",pass="extract-facts",model="[^"]*scripted",outcome="used"\} (\d+)/;
    expect(used.exec(figures)?.[1]).toBe(String(Object.keys(forms).length));
  });
});
