import type { AgentRequest, AgentResponse, Event, Init } from '@agent-mem/contract';
import type { ChatModel } from '@agent-mem/llm';
import { type CallOptions, createCaller, subscribeEvents } from '@agent-mem/messaging';
import { createLogger } from '@agent-mem/runtime';
import { type AnyService, type Host, type HostPorts, host } from '@agent-mem/service-kit';
import { patience, startFleet, type TurnedClock } from '@agent-mem/testing';
import { type AgentOptions, agentServiceWith } from '../src/index.ts';

interface AgentFleetOptions extends AgentOptions {
  readonly chatModel: ChatModel;
  readonly clock?: TurnedClock;
  readonly environment?: Readonly<Record<string, string>>;
  /** Services that stand in for the real ones of their name. */
  readonly standIns?: readonly AnyService[];
}

/** One agent on the ports of a fleet. */
interface AgentInstance extends AsyncDisposable {
  readonly host: Host;
}

/** The agent, with the real memory services on a bus and stores in memory. */
export interface AgentFleet extends AsyncDisposable {
  readonly ports: HostPorts;
  readonly agent: AgentInstance;
  /** All events so far. */
  readonly events: readonly Event[];
  /** A second agent beside, or after, the first. */
  anotherAgent(options: Pick<AgentFleetOptions, 'chatModel' | 'tools'> & { readonly ports?: HostPorts }): Promise<AgentInstance>;
  stream(request: Init<AgentRequest>, options?: CallOptions): AsyncIterable<AgentResponse>;
  /** All frames of an invocation. */
  invoke(request: Init<AgentRequest>, options?: CallOptions): Promise<AgentResponse[]>;
  settled(): Promise<void>;
  readonly caller: Host['caller'];
}

const memoryServices = ['facts', 'episodes', 'conversations', 'working-memory'];
const log = createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });

export async function startAgentFleet(options: AgentFleetOptions): Promise<AgentFleet> {
  await using starting = new AsyncDisposableStack();
  const stack = starting.use(new AsyncDisposableStack());
  const { clock, standIns = [] } = options;
  const environment = { ...patience, ...options.environment };
  const real = memoryServices.filter((name) => !standIns.some((standIn) => standIn.name === name));
  const fleet = stack.use(await startFleet({ services: real, ...(clock ? { clock } : {}), environment }));
  const hostOn = async (services: readonly AnyService[], ports: HostPorts, drainMs?: number) =>
    stack.use(
      await host({
        services,
        httpPlugins: [],
        ports,
        environment,
        http: null,
        grpc: null,
        log,
        relay: false,
        ...(drainMs === undefined ? {} : { drainMs }),
      }),
    );
  if (standIns.length > 0) await hostOn(standIns, fleet.ports);

  const events: Event[] = [];
  stack.use(await subscribeEvents(fleet.ports.bus, 'test', async (event) => void events.push(event)));
  const agentOn = async (ports: HostPorts, tools: AgentOptions['tools'], drainMs?: number): Promise<AgentInstance> => {
    const definition = agentServiceWith(tools ? { tools } : {});
    const agentHost = await hostOn([definition], ports, drainMs);
    return { host: agentHost, [Symbol.asyncDispose]: () => agentHost[Symbol.asyncDispose]() };
  };
  const agent = await agentOn({ ...fleet.ports, chatModel: options.chatModel }, options.tools);
  const caller = stack.use(await createCaller(fleet.ports.bus, { clientId: 'test', clock: fleet.ports.clock }));
  starting.move();
  const stream: AgentFleet['stream'] = (request, call) =>
    caller.stream('agent', 'invoke', request, { timeoutMs: 60_000, ...call });
  return {
    ports: fleet.ports,
    agent,
    events,
    caller,
    anotherAgent: ({ chatModel, tools, ports }) =>
      // One that dies has nothing to drain.
      agentOn({ ...(ports ?? fleet.ports), chatModel }, tools, ports && 100),
    stream,
    invoke: (request, call) => Array.fromAsync(stream(request, call)),
    async settled() {
      await agent.host.settled();
      await fleet.settled();
    },
    [Symbol.asyncDispose]: () => disposed(stack, clock),
  };
}

/** A call that hangs is left only after a while, to which the test turns the clock. */
async function disposed(stack: AsyncDisposableStack, clock: TurnedClock | undefined): Promise<void> {
  const over = stack.disposeAsync();
  await (clock ? turnedUntil(clock, over) : over);
}

/** What comes of the work, the clock turned on by seconds until it does: whenever the work begins to wait, its time comes. */
export async function turnedUntil<Result>(clock: TurnedClock, work: PromiseLike<Result>): Promise<Result> {
  let isOver = false;
  const over = Promise.resolve(work).finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (!isOver) await clock.advance(1_000);
  return await over;
}

/** The frames in short: type and content, with the pieces of one message joined. */
export function frameTexts(frames: readonly AgentResponse[]): string[] {
  const messages: string[] = [];
  let open = '';
  for (const { type, content, end_of_message } of frames) {
    open = open === '' ? `${type}: ${content}` : open + content;
    if (!end_of_message) continue;
    messages.push(open);
    open = '';
  }
  return messages;
}
