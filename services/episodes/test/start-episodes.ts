import type { Clock, Event, Init, InvocationCompleted, RetrieveEpisodesRequest, StoreEpisodeRequest } from '@agent-mem/contract';
import { type Embedder, hashEmbedder, type ScriptedAnswer, type ScriptedChatModel, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, startFleet, type TestFleet } from '@agent-mem/testing';

/** The episodes service alone, with a model that writes what a test gives it and vectors of 64 numbers. */
export interface Episodes extends AsyncDisposable {
  readonly fleet: TestFleet;
  readonly chatModel: ScriptedChatModel;
  store(request: Init<StoreEpisodeRequest>): Promise<string>;
  /** Goals, best first. */
  retrieve(request: Init<RetrieveEpisodesRequest>): Promise<readonly string[]>;
  /** Goals, newest first. */
  list(): Promise<readonly string[]>;
}

export async function startEpisodes(
  options: {
    readonly answers?: readonly ScriptedAnswer[];
    readonly embedder?: Embedder;
    readonly environment?: Readonly<Record<string, string>>;
    readonly clock?: Clock;
  } = {},
): Promise<Episodes> {
  const chatModel = scriptedChatModel(options.answers ?? []);
  const embedder = options.embedder ?? hashEmbedder();
  const { environment, clock } = options;
  const fleet = await startFleet({ services: ['episodes'], chatModel, embedder, environment, clock });
  const { caller } = fleet;
  return {
    fleet,
    chatModel,
    store: async (request) => (await caller.call('episodes', 'store', request)).episode_id,
    retrieve: async (request) => (await caller.call('episodes', 'retrieve', request)).episodes.map(({ goal }) => goal),
    list: async () => (await caller.call('episodes', 'list', {})).episodes.map(({ goal }) => goal),
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

/** Tells the services that an invocation with two steps in the world is over. */
export async function completeInvocation(
  fleet: TestFleet,
  done: Init<InvocationCompleted>,
  id?: string,
  event: Init<Event> = {},
): Promise<void> {
  const steps = [
    { thought: 'look first', action: 'Search', arguments: '{"q":"restaurant"}', observation: 'Chez Anne', success: true },
    { thought: 'then call', action: 'Call', arguments: '{}', observation: 'nobody answers', success: false },
  ];
  const invocation: Init<InvocationCompleted> = {
    invocation_id: 'inv_0190a0a0-0000-7000-8000-000000000000',
    question: 'Book a table',
    answer: 'Booked for 7',
    record_episode: true,
    steps,
    ...done,
  };
  await publishEvent(fleet.ports.bus, invocationCompleted(invocation, { ...(id === undefined ? {} : { id }), ...event }));
}
