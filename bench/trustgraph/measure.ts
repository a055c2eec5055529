import { temporaryDirectory } from '@agent-mem/testing';
import { sendByWebSocket } from '../../test/live/trustgraph/ask.ts';
import { defineBlueprint } from '../../test/live/trustgraph/blueprints.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../../test/live/trustgraph/trustgraph.ts';
import { startFleetProcess } from '../../test/process/fleet-process.ts';
import { needed } from '../stores/live.ts';
import { countTopics } from './counted-topics.ts';

/** Who answers, by the name of its flow: TrustGraph's own agent, and ours without and with memory. */
export type AgentName = 'stock' | 'memory off' | 'memory on';

/** What one agent took for questions of one kind. */
export interface Figures {
  readonly kind: string;
  readonly agent: AgentName;
  /** From each question until its first frame, and until its last. */
  readonly firstMs: number[];
  readonly lastMs: number[];
  /** Of one question, on the topics of its flow. */
  messages: number;
}

const final = 'Thought: I know it\nFinal Answer: It is forty-two.';
const kinds = { 'no tool': [final], 'one tool': ['Thought: I use it\nAction: shout\nArgs: {"text": "hello"}', final] };
const agents = { stock: 'stock', 'memory off': 'memory-off', 'memory on': 'memory-on' } as const;

/** Questions of each kind to each agent before any is measured. */
const warmUp = 3;

/**
 * Asks each agent the same questions in turns, one at a time, by WebSocket through TrustGraph's real processes; the model takes no time. Ours is the whole
 * fleet in one process.
 */
export async function measureTrustGraph(questions: number): Promise<readonly Figures[]> {
  await using trustGraph = await startTrustGraph(needed('TrustGraph', findTrustGraph()));
  const { flows, pulsar } = trustGraph;
  await using directory = await temporaryDirectory();
  await using fleet = await startFleetProcess({
    directory: directory.path,
    args: ['--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl],
  });
  console.error(`${fleet.httpUrl} and TrustGraph are up …`);
  await flows.start(agents.stock, 'stock');
  for (const [flow, mode] of [
    [agents['memory off'], 'off'],
    [agents['memory on'], 'full'],
  ] as const) {
    await defineBlueprint(flows, flow, ['replace'], { 'memory-mode': mode });
    await flows.start(flow, flow);
  }
  const figures: Figures[] = [];
  for (const kind of Object.keys(kinds)) figures.push(...(await measureKind(trustGraph, kind as keyof typeof kinds, questions)));
  return figures;
}

async function measureKind(trustGraph: TrustGraph, kind: keyof typeof kinds, questions: number): Promise<Figures[]> {
  const { adminUrl } = trustGraph.pulsar;
  const rows = (Object.keys(agents) as AgentName[]).map(
    (agent): Figures => ({ kind, agent, firstMs: [], lastMs: [], messages: 0 }),
  );
  for (let index = -warmUp; index < questions; index += 1) {
    for (const row of rows) {
      if (index === 0) row.messages = -(await countTopics(adminUrl, agents[row.agent]));
      const took = await ask(trustGraph, agents[row.agent], `What is it, ${kind}, ${index}?`, kinds[kind]);
      if (index < 0) continue;
      row.firstMs.push(took.firstMs);
      row.lastMs.push(took.lastMs);
    }
  }
  for (const row of rows) row.messages = (row.messages + (await countTopics(adminUrl, agents[row.agent]))) / questions;
  return rows;
}

async function ask(
  { gatewayUrl, model }: TrustGraph,
  flow: string,
  question: string,
  replies: readonly string[],
): Promise<{ readonly firstMs: number; readonly lastMs: number }> {
  model.script(question, ...replies);
  await using asked = await sendByWebSocket(gatewayUrl, flow, { question, conversation_id: flow });
  const started = performance.now();
  await asked.first;
  const firstMs = performance.now() - started;
  const frames = await asked.all;
  if (frames.at(-1)?.content !== 'It is forty-two.') throw new Error(`${flow} answered ${JSON.stringify(frames.at(-1))}`);
  return { firstMs, lastMs: performance.now() - started };
}
