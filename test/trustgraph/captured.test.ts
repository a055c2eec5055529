import { referencesIn } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { askByWebSocket } from '../live/trustgraph/ask.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { retrievedBytes } from '../process/retrieved-bytes.ts';
import { verifies } from '../verifies.ts';

const fatal = 'FATAL block 77123 is damaged';
const log = [
  ...Array.from({ length: 50_000 }, (_, line) => `worker-${line % 17} took job ${line} from queue ${(line * 7919) % 104_729}`),
  fatal,
].join('\n');
/** What the prompt shows of memory and the trace, and the template around it. */
const promptTokens = 2_000 + 2_500;

describeLive('TrustGraph, a tool of a flow that gives 2 MB', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  let directory: TemporaryDirectory;
  let fleet: FleetProcess;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    directory = stack.use(await temporaryDirectory());
    await defineBlueprint(trustGraph.flows, 'agent-mem', ['replace']);
    const args = ['--id', 'agent-mem', '--pulsar-host', trustGraph.pulsar.webSocketUrl];
    fleet = stack.use(await startFleetProcess({ directory: directory.path, args, environment: { MEMORY_DEADLINE_MS: '10000' } }));
    await trustGraph.flows.start('default', 'agent-mem');
  });
  afterAll(() => stack.disposeAsync());

  it('is answered from its last line, within the budget, and every byte comes back', {
    timeout: 120_000,
    ...verifies('invocation.captured'),
  }, async () => {
    const { gatewayUrl, model } = trustGraph;
    const question = 'Why did the job of the flow fail?';
    const quoted = (prompt: string) => `Thought: I know it\nFinal Answer: ${/FATAL [\w ]*/.exec(prompt)?.[0] ?? 'I saw none.'}`;
    model.script(question, 'Thought: I look\nAction: shout\nArgs: {"text": "the log"}', { text: quoted });
    model.script('SHOUT the log', { text: log });
    const frames = await askByWebSocket(gatewayUrl, 'default', { question, conversation_id: 'captured' });
    expect(frames.flatMap(({ message_type, content = '' }) => (message_type === 'answer' ? [content] : [])).join('')).toBe(fatal);
    const prompt = model.prompts.findLast((each) => each.includes(question)) ?? '';
    expect(countTokens(prompt)).toBeLessThan(promptTokens);
    const [reference] = referencesIn(prompt);
    const bytes = await retrievedBytes(
      (request) => rest(fleet.httpUrl, 'working-memory', 'retrieve_detail', request),
      reference?.key ?? '',
    );
    expect(bytes.equals(Buffer.from(log))).toBe(true);
  });
});
