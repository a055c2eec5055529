import { setTimeout as delay } from 'node:timers/promises';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { type Asked, askByRest, sendByWebSocket } from '../live/trustgraph/ask.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import { type TappedMessage, tapTopic } from '../live/trustgraph/tap.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';

const steps = [
  'Thought: I use it\nAction: shout\nArgs: {"text": "hello"}',
  'Thought: I know it\nFinal Answer: It is forty-two.',
] as const;

/** A question every so often, whichever agent answers, while fewer than so many wait for their end. */
const everyMs = 150;
const mostOpen = 4;

describeLive('TrustGraph, flows given to the agent', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  /** Starts the agent as a user does. */
  const startAgent = async (id: string) => {
    const directory = stack.use(await temporaryDirectory());
    const args = ['--id', id, '--pulsar-host', trustGraph.pulsar.webSocketUrl];
    return stack.use(await startFleetProcess({ directory: directory.path, args }));
  };
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    await startAgent('agent-mem');
  });
  afterAll(() => stack.disposeAsync());

  /** Who answers in a flow. Only ours says which model it asked. */
  const answering = async (flow: string) => {
    trustGraph.model.script('Who are you?', steps[1]);
    const frame = await askByRest(trustGraph.gatewayUrl, flow, { question: 'Who are you?' });
    expect(frame).toMatchObject({ content: 'It is forty-two.' });
    return frame.model ? 'agent-mem' : 'stock';
  };

  it(
    'answers beside TrustGraph’s own agent, each in flows of its own or both in one',
    verifies('trustgraph.selected'),
    async () => {
      const { flows } = trustGraph;
      await defineBlueprint(flows, 'side-by-side', ['side-by-side']);
      await flows.start('theirs', 'stock');
      await flows.start('both', 'side-by-side');
      expect([await answering('theirs'), await answering('both')]).toEqual(['stock', 'agent-mem']);
      await flows.stop('both');
      await flows.stop('theirs');
    },
  );

  it('ten times back and forth, each question that agent-mem received gets exactly one last frame', {
    timeout: 600_000,
    ...verifies('trustgraph.switched'),
  }, async () => {
    const { flows, pulsar } = trustGraph;
    await using requests = await tapTopic(pulsar.webSocketUrl, 'request/agent:default:default');
    await defineBlueprint(flows, 'agent-mem', ['replace']);
    await using responses = await tapTopic(pulsar.webSocketUrl, 'response/agent:default:default');
    await using load = startLoad(trustGraph);
    /** Asked while agent-mem, and nobody else, took questions. */
    const received = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      await flows.start('default', 'stock');
      load.forget();
      await flows.stop('default');
      await flows.start('default', 'agent-mem');
      load.forget();
      const [before, answered] = [requests.messages.length, responses.messages.length];
      await vi.waitFor(() => expect(responses.messages.length).toBeGreaterThan(answered + 5), { timeout: 60_000 });
      for (const { id } of requests.messages.slice(before)) received.add(id);
      await flows.stop('default');
      load.forget();
    }
    await load[Symbol.asyncDispose]();

    expect(received.size).toBeGreaterThan(10);
    await vi.waitFor(() => expect([...received].filter((id) => !isOver(responses.messages, id))).toEqual([]), {
      // Where a text-completion was started anew, the question to it is given up only then.
      timeout: 180_000,
    });
    const ends = Map.groupBy(responses.messages.filter(isEnd), ({ id }) => id);
    expect([...ends].filter(([, frames]) => frames.length > 1)).toEqual([]);
  });

  it('takes the place of TrustGraph’s own agent by its id, with no change of configuration', {
    timeout: 180_000,
    ...verifies('trustgraph.selected'),
  }, async () => {
    const { flows, stockAgent } = trustGraph;
    await flows.start('theirs', 'stock');
    expect(await answering('theirs')).toBe('stock');
    await stockAgent.end('SIGTERM');
    await startAgent('agent-manager');
    await flows.serves('theirs', 'agent-manager');
    expect(await answering('theirs')).toBe('agent-mem');
  });
});

/** The run has ended, or is with TrustGraph’s own agent, which loses what it has when its flow stops. */
function isOver(messages: readonly TappedMessage[], id: string): boolean {
  const last = messages.findLast((message) => message.id === id);
  return last !== undefined && (isEnd(last) || !isOurs(last));
}

function isEnd({ content }: TappedMessage): boolean {
  return content.end_of_dialog === true;
}

/** Only ours names the kind of a frame as old clients read it, too. */
function isOurs({ content }: TappedMessage): boolean {
  return 'chunk_type' in content;
}

interface Load extends AsyncDisposable {
  /** Waits no more for what was asked so far: what came before the flow had an agent, or was left by TrustGraph's own at its end, is never answered. */
  forget(): void;
}

/** Puts questions to the flow until it is disposed. */
function startLoad({ gatewayUrl, model }: TrustGraph): Load {
  const over = new AbortController();
  const open = new Set<Asked>();
  const run = async () => {
    await using sent = new AsyncDisposableStack();
    for (let index = 0; !over.signal.aborted; await delay(everyMs)) {
      if (open.size >= mostOpen) continue;
      index += 1;
      const question = `What is number ${String(index).padStart(5, '0')}?`;
      model.script(question, ...steps);
      const asked = sent.use(await sendByWebSocket(gatewayUrl, 'default', { question, streaming: index % 2 === 0 }));
      open.add(asked);
      const close = () => open.delete(asked);
      asked.all.then(close, close);
    }
  };
  const running = run();
  return {
    forget: () => open.clear(),
    async [Symbol.asyncDispose]() {
      over.abort();
      await running;
    },
  };
}
