import { setTimeout as delay } from 'node:timers/promises';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { sendByWebSocket } from '../live/trustgraph/ask.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import { type TappedMessage, tapTopic } from '../live/trustgraph/tap.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';

const steps = [
  'Thought: I use it\nAction: shout\nArgs: {"text": "hello"}',
  'Thought: I know it\nFinal Answer: It is forty-two.',
] as const;

/** A question every so often, whoever answers. */
const everyMs = 200;

describeLive('TrustGraph, a flow switched under load', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs));
    const { pulsar, flows } = trustGraph;
    const directory = stack.use(await temporaryDirectory());
    const args = ['--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl];
    stack.use(await startFleetProcess({ directory: directory.path, args }));
    await defineBlueprint(flows, 'agent-mem', ['replace']);
  });
  afterAll(() => stack.disposeAsync());

  it('ten times back and forth, each question that agent-mem received gets exactly one last frame', {
    timeout: 300_000,
    ...verifies('trustgraph.switched'),
  }, async () => {
    const { flows, pulsar } = trustGraph;
    await using requests = await tapTopic(pulsar.webSocketUrl, 'request/agent:default:default');
    await using responses = await tapTopic(pulsar.webSocketUrl, 'response/agent:default:default');
    await using load = startLoad(trustGraph);
    /** Asked while agent-mem, and nobody else, took questions. */
    const received = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      await flows.start('default', 'stock');
      await flows.stop('default');
      await flows.start('default', 'agent-mem');
      const [before, told] = [requests.messages.length, responses.messages.length];
      await vi.waitFor(() => expect(responses.messages.length).toBeGreaterThan(told + 5));
      for (const { id } of requests.messages.slice(before)) received.add(id);
      await flows.stop('default');
    }
    await load[Symbol.asyncDispose]();

    expect(received.size).toBeGreaterThan(10);
    await vi.waitFor(() => expect([...received].filter((id) => !isOver(responses.messages, id))).toEqual([]), {
      timeout: 60_000,
    });
    const ends = Map.groupBy(responses.messages.filter(isEnd), ({ id }) => id);
    expect([...ends].filter(([, frames]) => frames.length > 1)).toEqual([]);
  });
});

/** The dialogue has ended, or is in the hands of TrustGraph's own agent, which loses what it has when its flow stops. */
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
  /** How many questions were sent. */
  readonly asked: number;
}

/** Puts questions to the flow, one every so often, and waits for no answer. Disposing stops it. */
function startLoad({ gatewayUrl, model }: TrustGraph): Load {
  const over = new AbortController();
  let asked = 0;
  const run = async () => {
    await using sent = new AsyncDisposableStack();
    while (!over.signal.aborted) {
      const question = `What is number ${String(asked).padStart(5, '0')}?`;
      model.tell(question, ...steps);
      asked += 1;
      sent.use(await sendByWebSocket(gatewayUrl, 'default', { question, streaming: asked % 2 === 0 }));
      await delay(everyMs);
    }
  };
  const running = run();
  return {
    get asked() {
      return asked;
    },
    async [Symbol.asyncDispose]() {
      over.abort();
      await running;
    },
  };
}
