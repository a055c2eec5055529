import { hashEmbedder, scriptedChatModel } from '@agent-mem/llm';
import { startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';

it('a question is embedded once for its invocation', async () => {
  const question = 'Where does Anne live?';
  const embedded: string[] = [];
  const hash = hashEmbedder();
  const embedder: typeof hash = {
    ...hash,
    embed(texts, options) {
      embedded.push(...texts);
      return hash.embed(texts, options);
    },
  };
  let recalled = 0;
  const chatModel = scriptedChatModel(({ template }) => {
    if (template !== 'react') return '[]';
    // Later the question is a message, whose document has a vector too.
    recalled = embedded.filter((text) => text === question).length;
    return 'Thought: easy\nFinal Answer: Rome.';
  });
  await using fleet = await startFleet({ embedder, chatModel });
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Rome' });
  await fleet.caller.call('episodes', 'store', { goal: 'Find Anne', steps: ['asked'], outcome: 'found' });
  const frames = await Array.fromAsync(fleet.caller.stream('agent', 'invoke', { question, conversation_id: 'c1' }));
  expect(frames.at(-1)?.receipt?.tiers.facts.items).toHaveLength(1);
  expect(recalled).toBe(1);
});

it('what the user says outranks what the agent stores', async () => {
  const chatModel = scriptedChatModel(({ template, messages }) => {
    if (template !== 'react') return 'nothing';
    return messages.some(({ content }) => content.includes('Stored as'))
      ? 'Thought: that was all\nFinal Answer: Noted.'
      : 'Thought: worth storing\nAction: StoreFact\nArgs: {"fact_content": "The office closes at six"}';
  });
  await using fleet = await startFleet({ chatModel });
  await Array.fromAsync(fleet.caller.stream('agent', 'invoke', { question: 'My name is Anne', conversation_id: 'c1' }));
  await fleet.settled();
  const { facts } = await fleet.caller.call('facts', 'list', {});
  const confidence = (trust: string) => facts.filter((fact) => fact.trust === trust).map((fact) => fact.confidence);
  expect(confidence('agent')).toEqual([0.7]);
  expect(confidence('user')).toEqual([0.8]);
});
