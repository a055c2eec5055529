import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Blueprint, mergedBlueprint } from '../deploy/trustgraph-blueprint.ts';
import { describeLive } from '../live/live.ts';
import { serverProcess } from '../live/server-process.ts';
import { askByWebSocket } from '../live/trustgraph/ask.ts';
import { askMemoryByRest, askMemoryByWebSocket, askThrough } from '../live/trustgraph/ask-memory.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import { isServed } from '../live/trustgraph/topics.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';
import { documented } from './documented.ts';

const deploy = fileURLToPath(new URL('../../deploy/trustgraph/', import.meta.url));

describeLive('TrustGraph with the memory interface', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  let fleet: FleetProcess;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    const { pulsar, flows, run } = trustGraph;
    const directory = stack.use(await temporaryDirectory());
    const args = ['--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl, '--no-loki-enabled'];
    fleet = stack.use(await startFleetProcess({ directory: directory.path, args }));
    // As deploy/trustgraph/README.md says.
    const { stdout } = await run('tg-get-flow-blueprint', '-n', 'stock');
    const [diary = ''] = await documented('### In Python', 'json');
    const parts = ['memory.json', 'stock-agent-tools.json', JSON.parse(diary) as object];
    const blueprint = await mergedBlueprint(JSON.parse(stdout) as Blueprint, ...parts);
    await run('tg-put-flow-blueprint', '-n', 'stock-memory', '-c', JSON.stringify(blueprint));
    await run('python', `${deploy}put_config.py`, `${deploy}mcp-tool`);
    const program = `${directory.path}/diary.py`;
    await writeFile(program, (await documented('### In Python', 'python')).join('\n\n'));
    const log = `${directory.path}/diary.log`;
    const processor = serverProcess({
      program: programs().python,
      args: ['-u', program, '--pulsar-host', pulsar.serviceUrl, '--no-metrics', '--no-loki-enabled'],
      log,
      isReady: async () => (await readFile(log, 'utf8')).includes('Applied startup config'),
    });
    stack.defer(() => processor.end('SIGKILL'));
    await processor.start();
    await flows.start('default', 'stock-memory');
  });
  afterAll(() => stack.disposeAsync());

  it('keeps by REST what it finds by WebSocket, in the workspace of the flow', verifies('trustgraph.memory'), async () => {
    const { gatewayUrl } = trustGraph;
    const content = 'The ferry to Ischia leaves at nine';
    const stored = await askMemoryByRest(gatewayUrl, 'default', { facts: { store: { content } } });
    expect(stored).toMatchObject({ facts: { store: { fact_id: expect.stringMatching(/^fact_/) } } });
    const question = { facts: { retrieve: { query: 'When does the ferry leave?' } } };
    expect(await askMemoryByWebSocket(gatewayUrl, 'default', question)).toMatchObject([
      { facts: { retrieve: { facts: [{ content }] } } },
    ]);
    const { facts } = await rest(fleet.httpUrl, 'facts', 'list', { workspace: 'default' });
    expect(facts).toMatchObject([{ content }]);
  });

  it('keeps episodes and conversations', async () => {
    const { gatewayUrl } = trustGraph;
    const ask = (request: object) => askMemoryByRest(gatewayUrl, 'default', request);
    const episode = { goal: 'Book a ferry', steps: ['Looked it up'], outcome: 'Booked', lessons: 'Book early' };
    await ask({ episodes: { store: episode } });
    expect(await ask({ episodes: { retrieve: { query: 'book a ferry' } } })).toMatchObject({
      episodes: { retrieve: { episodes: [{ goal: 'Book a ferry' }] } },
    });
    const invocation_summary = { query: 'When?', summary: 'Looked it up', result: 'At nine' };
    await ask({ conversations: { update: { conversation_id: 'c1', invocation_summary } } });
    expect(await ask({ conversations: { get: { conversation_id: 'c1' } } })).toMatchObject({
      conversations: { get: { conversation: { invocations: [invocation_summary] } } },
    });
  });

  it('answers the lines of docs/guides/trustgraph.md', async () => {
    const [lines = ''] = await documented('## Memory inside TrustGraph', 'sh');
    const env = { ...process.env, TRUSTGRAPH_URL: trustGraph.gatewayUrl, no_proxy: '*' };
    const { stdout } = await promisify(execFile)('sh', ['-c', lines], { env });
    const [stored, retrieved, listed, refused] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(stored).toHaveProperty('facts.store.fact_id');
    expect(retrieved).toHaveProperty('facts.retrieve.facts[0].content', 'The ferry to Ischia leaves at nine');
    expect(listed).toHaveProperty('conversations.list.conversations');
    expect(refused).toHaveProperty('error.message', 'top_k: must be from 1 to 100, got 0');
  });

  it('tells what is wrong, by REST and by WebSocket, in words', async () => {
    const { gatewayUrl } = trustGraph;
    const error = { type: 'invalid-argument', message: 'top_k: must be from 1 to 100, got 0', retryable: false };
    const request = { facts: { retrieve: { query: 'x', top_k: 0 } } };
    expect(await askMemoryByRest(gatewayUrl, 'default', request)).toEqual({ error });
    expect(await askMemoryByWebSocket(gatewayUrl, 'default', request)).toEqual([{ error }]);
  });

  it('gives TrustGraph’s own agent tools that remember', verifies('trustgraph.memory-tools'), async () => {
    const { model, gatewayUrl } = trustGraph;
    const observations = async (question: string, tool: string, args: object) => {
      const step = `Thought: I use it\nAction: ${tool}\nArgs: ${JSON.stringify(args)}`;
      model.script(question, step, 'Thought: I have it\nFinal Answer: Done.');
      const frames = await askByWebSocket(gatewayUrl, 'default', { question });
      expect(frames.at(-1)).toMatchObject({ content: 'Done.', end_of_dialog: true });
      return frames.flatMap(({ message_type, content }) => (message_type === 'observation' ? [content] : []));
    };
    const fact = { fact_content: 'The lighthouse closes in November' };
    expect(await observations('Remember the lighthouse!', 'StoreFact', fact)).toEqual([
      expect.stringMatching(/^(Stored|Known already) as fact_/),
    ]);
    expect(await observations('When does the lighthouse close?', 'RetrieveFacts', { query: 'lighthouse' })).toEqual([
      expect.stringContaining('- The lighthouse closes in November [fact_'),
    ]);
    // What is not memory's goes on to the flow's own service.
    expect(await observations('What is 40 and 2?', 'add', { a: 40, b: 2 })).toEqual(['The sum is 42']);
  });

  it(
    'is asked by processors in Python through the client specifications of docs/guides/trustgraph.md',
    verifies('trustgraph.memory'),
    async () => {
      const request = { day: 'monday', wrote: 'We took the ferry to Capri' };
      const answer = await askThrough(trustGraph.gatewayUrl, 'default', 'diary', request);
      expect(answer).toMatchObject({
        stored: expect.stringMatching(/^fact_/),
        facts: [{ id: answer.stored, content: request.wrote, source: 'monday' }],
        episodes: expect.arrayContaining([expect.objectContaining({ goal: 'Write a diary', outcome: 'Written' })]),
        conversation: { conversation_id: 'monday', invocations: [{ query: 'Dear diary', result: request.wrote }] },
      });
    },
  );

  /** What the flow's model was shown, by an agent of ours, when the question was put to it. */
  const promptFor = async (flow: string, question: string) => {
    const { model, gatewayUrl } = trustGraph;
    model.script(question, 'Thought: I see\nFinal Answer: Mine.');
    const frames = await askByWebSocket(gatewayUrl, flow, { question });
    expect(frames.at(-1)).toMatchObject({ content: 'Mine.', end_of_dialog: true });
    // The flow's model learns from the question too.
    const prompt = model.prompts.findLast((each) => each.includes(`# Question\n${question}`));
    expect(prompt).toContain('# Long-term Facts');
    return prompt;
  };

  it('shows the agent’s prompt by the prompt service, once it is loaded there', verifies('trustgraph.blueprints'), async () => {
    const { flows, run } = trustGraph;
    await defineBlueprint(flows, 'with-memory', ['replace', 'memory']);
    await flows.start('ours', 'with-memory');
    await using stop = new AsyncDisposableStack();
    stop.defer(() => flows.stop('ours'));
    const question = 'Whose words are these?';
    const asked = () => promptFor('ours', question);
    // The system prompt of the deployment, which only its prompt service puts in front.
    const theirs = 'You are a test.';
    const patience = { timeout: 60_000 };
    await vi.waitFor(async () => expect(await asked()).not.toContain(theirs), patience);
    await run('python', `${deploy}put_config.py`, `${deploy}prompts`);
    stop.defer(async () => void (await run('tg-delete-config-item', '--type', 'prompt', '--key', 'template.agent-mem-react')));
    await vi.waitFor(async () => expect(await asked()).toContain(theirs), patience);
  });

  it('is gone with its flow', async () => {
    await trustGraph.flows.stop('default');
    const answer = await askMemoryByRest(trustGraph.gatewayUrl, 'default', { facts: { list: {} } });
    expect(JSON.stringify(answer)).toContain('Invalid flow');
    await trustGraph.flows.start('default', 'stock-memory');
    expect(await askMemoryByRest(trustGraph.gatewayUrl, 'default', { facts: { list: {} } })).toHaveProperty('facts.list.facts');
  });

  it('leaves TrustGraph’s own agent where it is, side by side', verifies('trustgraph.blueprints'), async () => {
    const { flows, pulsar } = trustGraph;
    await defineBlueprint(flows, 'beside', ['side-by-side', 'memory']);
    await flows.start('beside', 'beside');
    await using stop = new AsyncDisposableStack();
    stop.defer(() => flows.stop('beside'));
    await promptFor('beside', 'Who stands beside whom?');
    expect(await isServed(pulsar.adminUrl, 'agent:default:beside', 'agent-manager--default--beside--request')).toBe(true);
    expect(await isServed(pulsar.adminUrl, 'agent-mem:default:beside', 'agent-mem--default--beside--request')).toBe(true);
  });

  it('takes the place of TrustGraph’s own agent under its id, with parameters', verifies('trustgraph.blueprints'), async () => {
    const { flows, pulsar, stockAgent } = trustGraph;
    await stockAgent.end('SIGTERM');
    await using stop = new AsyncDisposableStack();
    const directory = stop.use(await temporaryDirectory());
    const args = ['--id', 'agent-manager', '--pulsar-host', pulsar.webSocketUrl, '--no-loki-enabled'];
    stop.use(await startFleetProcess({ directory: directory.path, args }));
    await defineBlueprint(flows, 'same', ['same-id']);
    await flows.start('same', 'same');
    stop.defer(() => flows.stop('same'));
    await promptFor('same', 'Who goes by whose name?');
  });
});
