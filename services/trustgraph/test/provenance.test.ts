import type { AgentResponse, Triple } from '@agent-mem/trustgraph';
import { describe, expect, test } from 'vitest';
import { act, final, refuses, says, short, startFlowWorld } from './flow-world.ts';

const run = 'urn:trustgraph:agent:S';
const prov = 'http://www.w3.org/ns/prov#';
const tg = 'https://trustgraph.ai/ns/';
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const label = 'http://www.w3.org/2000/01/rdf-schema#label';
const retrieval = 'urn:graph:retrieval';

/** A triple in short: `i1 tg:action kb`. */
const said = (triples: readonly Triple[]) =>
  triples.map(({ s, p, o }) =>
    [s?.iri, p?.iri, o?.type === 'i' ? `<${o.iri}>` : o?.value]
      .map((part) =>
        String(part)
          .replaceAll(`${run}/`, '')
          .replaceAll(run, 'U')
          .replaceAll(prov, 'prov:')
          .replaceAll(tg, 'tg:')
          .replace(type, 'a')
          .replace(label, 'label'),
      )
      .join(' '),
  );
const explained = (frames: readonly AgentResponse[], id: string) =>
  said(frames.find(({ explain_id }) => explain_id === id)?.explain_triples ?? []);

describe('provenance', () => {
  test('row 41: question, decision, observation and answer follow from each other, as TrustGraph names them', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: { 'graph-rag': says('Paris') } });
    const frames = await world.ask({ question: 'What?', session_id: 'S', collection: 'col' });
    expect(explained(frames, run)).toEqual([
      'U a <prov:Entity>',
      'U a <tg:Question>',
      'U a <tg:AgentQuestion>',
      'U label Agent Question',
      expect.stringMatching(/^U prov:startedAtTime \d{4}-\d\d-\d\dT[\d:.]+Z$/),
      'U tg:query What?',
    ]);
    expect(explained(frames, `${run}/i1`)).toEqual([
      'i1 a <prov:Entity>',
      'i1 a <tg:Analysis>',
      'i1 a <tg:ToolUse>',
      'i1 label Analysis: kb',
      'i1 tg:action kb',
      'i1 tg:arguments {"question": "capital?"}',
      'i1 tg:toolCandidate kb',
      'i1 tg:stepNumber 1',
      expect.stringMatching(/^i1 tg:llmDurationMs \d+$/),
      'i1 prov:wasDerivedFrom <U>',
      'i1 tg:thought <i1/thought>',
      'i1/thought a <tg:Reflection>',
      'i1/thought a <tg:Thought>',
      'i1/thought label Thought',
      'i1/thought prov:wasDerivedFrom <i1>',
      'i1/thought tg:document <i1/thought>',
      'i1 tg:inToken 10',
      'i1 tg:outToken 5',
      'i1 tg:llmModel m1',
    ]);
    expect(explained(frames, `${run}/i1/observation`)).toEqual([
      'i1/observation a <prov:Entity>',
      'i1/observation a <tg:Observation>',
      'i1/observation label Observation',
      'i1/observation prov:wasDerivedFrom <i1>',
      'i1/observation tg:document <i1/observation>',
      expect.stringMatching(/^i1\/observation tg:toolDurationMs \d+$/),
    ]);
    expect(explained(frames, `${run}/final`)).toEqual([
      'final a <prov:Entity>',
      'final a <tg:Conclusion>',
      'final a <tg:Answer>',
      'final label Conclusion',
      'final prov:wasDerivedFrom <i1/observation>',
      'final tg:document <answer>',
      'final tg:terminationReason final-answer',
    ]);
    expect(frames.flatMap(({ explain_triples }) => explain_triples).every(({ g }) => g === retrieval)).toBe(true);
  });

  test('row 41: the store gets what clients are told, in the collection of the request', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: { 'graph-rag': says('Paris') } });
    const frames = await world.ask({ question: 'What?', session_id: 'S', collection: 'col' });
    expect(world.stored.map(({ metadata, triples }) => [metadata, triples])).toEqual(
      frames
        .filter(({ message_type }) => message_type === 'explain')
        .map(({ explain_id, explain_triples }) => [{ id: explain_id, root: '', collection: 'col' }, explain_triples]),
    );
  });

  test('an answer at once follows from the question; a tool that failed says so', async () => {
    await using world = await startFlowWorld({ model: [final, act, final], services: { 'graph-rag': refuses('boom') } });
    expect(explained(await world.ask({ question: 'What?', session_id: 'S' }), `${run}/final`)).toContain(
      'final prov:wasDerivedFrom <U>',
    );
    const frames = await world.ask({ question: 'What?', session_id: 'S' }, 'r2');
    expect(explained(frames, `${run}/i1/observation`).slice(-2)).toEqual([
      'i1/observation tg:toolError boom',
      'i1/observation a <tg:Error>',
    ]);
  });

  test('row 43: thought, observation and answer are kept by the librarian under their names', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: { 'graph-rag': says('Paris') } });
    await world.ask({ question: `${'ä'.repeat(49)}bcd`, session_id: 'S' });
    expect(world.documents).toEqual([
      { id: `${run}/i1/thought`, title: 'Agent Thought: kb', text: 'look it up' },
      { id: `${run}/i1/observation`, title: 'Agent Observation', text: 'Paris' },
      { id: `${run}/answer`, title: `Agent Answer: ${'ä'.repeat(49)}b...`, text: 'Paris' },
    ]);
  });

  test('row 43: of an empty text there is no document', async () => {
    await using world = await startFlowWorld({
      model: [act.replace(/^Thought.*\n/, ''), 'Final Answer: Paris'],
      services: { 'graph-rag': says('') },
    });
    const frames = await world.ask({ question: 'What?', session_id: 'S' });
    expect(world.documents.map(({ id }) => id)).toEqual([`${run}/answer`]);
    expect(explained(frames, `${run}/i1`).filter((each) => each.includes('tg:thought'))).toEqual([]);
  });

  test('row 45: what GraphRAG explains is passed on between decision and observation, which follows from its last step', async () => {
    const explain = (id: string) => ({ message_type: 'explain', explain_id: id, explain_graph: retrieval, explain_triples: [] });
    const services = {
      'graph-rag': () => [explain('urn:g1'), explain('urn:g2'), ...says('Paris')()],
    };
    await using world = await startFlowWorld({ model: [act, final], services });
    const frames = await world.ask({ question: 'What?', session_id: 'S' });
    expect(world.requests['graph-rag']).toMatchObject([{ parent_uri: `${run}/i1` }]);
    expect(short(frames).slice(2, 6)).toEqual([
      'explain U/i1',
      'explain urn:g1',
      'explain urn:g2',
      'observation Paris |U/i1/observation.',
    ]);
    expect(explained(frames, `${run}/i1/observation`)).toContain('i1/observation prov:wasDerivedFrom <urn:g2>');
  });

  test('a store that is away ends nothing', async () => {
    await using world = await startFlowWorld({ model: [final], without: ['explainability', 'librarian-request'] });
    expect(short(await world.ask({ question: 'What?' })).at(-1)).toBe('answer Paris |U/final!');
  });
});

describe('what the orchestrator adds', () => {
  test('row 46: the last frame has what the model has cost, over all steps', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: { 'graph-rag': says('Paris') } });
    const frames = await world.ask({ question: 'What?', streaming: true });
    expect(frames.at(-1)).toMatchObject({ in_token: 20, out_token: 10, model: 'm1' });
    expect(frames.slice(0, -1).every(({ model }) => model === null)).toBe(true);
    expect(world.used).toEqual(['m1 10', 'm1 10']);
  });

  test('row 47: its members travel to the next step', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: { 'graph-rag': says('Paris') } });
    const stored = {
      conversation_id: 'c1',
      pattern: 'react',
      task_type: 'general',
      framing: 'FR',
      parent_session_id: 'P',
      subagent_goal: 'G',
      expected_siblings: 2,
      collection: 'col',
      group: ['*'],
      streaming: true,
      question: 'What?',
    };
    await world.ask({ ...stored, unknown: { to: 'us' } });
    expect(world.nexts()).toMatchObject([{ ...stored, unknown: { to: 'us' } }]);
  });

  test('a pattern that is not followed here is not taken up in the middle by another agent', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: { 'graph-rag': says('Paris') } });
    await world.ask({ question: 'What?', pattern: 'plan-then-execute' });
    expect(world.nexts()).toMatchObject([{ pattern: 'react' }]);
  });

  test('row 49: a sub-agent tells its supervisor the answer, and its client none', async () => {
    await using world = await startFlowWorld({ model: [final], memory: 'full' });
    const subagent = { correlation_id: 'C', parent_session_id: 'P', subagent_goal: 'G', expected_siblings: 2, session_id: 'S' };
    // Nobody takes it up in this flow: its client gets an error.
    const frames = await world.ask({ question: 'What?', ...subagent });
    expect(world.nexts()).toMatchObject([
      { ...subagent, history: [{ action: 'complete', observation: 'Paris', step_type: 'subagent-completion' }] },
    ]);
    expect(short(frames)).toEqual([
      'explain U',
      'explain U/memory',
      'thought done |U/i1/thought.',
      'explain U/final',
      'error No supervisor takes the answer of the sub-agent C!',
    ]);
    expect(explained(frames, run)).toContain('U prov:wasDerivedFrom <urn:trustgraph:agent:P/decompose>');
    expect(world.events).toEqual([]);
  });

  test('of a sub-agent that fails memory learns nothing either', async () => {
    await using world = await startFlowWorld({ model: ['Thought: a\nAction: nope'], memory: 'full' });
    const frames = await world.ask({ question: 'What?', correlation_id: 'C', session_id: 'S' });
    expect(short(frames).at(-1)).toBe('error No action for nope!!');
    expect(world.events).toEqual([]);
  });
});
