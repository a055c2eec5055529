import type { Clock, Init, InvocationCompleted, RetrieveFactsRequest, StoreFactRequest } from '@agent-mem/contract';
import { type ChatModel, type Embedder, hashEmbedder, type ScriptedChatModel, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, startFleet, type TestFleet } from '@agent-mem/testing';

/** The facts service alone, with a model that writes what a test gives it and vectors of 64 numbers. */
export interface Facts extends AsyncDisposable {
  readonly fleet: TestFleet;
  readonly chatModel: ScriptedChatModel;
  readonly embedder: Embedder;
  store(request: Init<StoreFactRequest>): Promise<string>;
  /** Contents, best first. */
  retrieve(request: Init<RetrieveFactsRequest>): Promise<readonly string[]>;
  /** Contents, newest first. */
  list(): Promise<readonly string[]>;
}

export async function startFacts(
  options: {
    /** What the model says, or does with each request; default: it fails. */
    readonly answers?: Parameters<typeof scriptedChatModel>[0];
    /** The local rules in place of a model. */
    readonly byRules?: boolean;
    /** Another model in place of the scripted one. */
    readonly chatModel?: ChatModel;
    readonly embedder?: Embedder;
    readonly clock?: Clock;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<Facts> {
  const chatModel = scriptedChatModel(options.answers ?? []);
  const embedder = options.embedder ?? hashEmbedder();
  const { clock, environment } = options;
  const given = options.byRules ? {} : { chatModel: options.chatModel ?? chatModel };
  const fleet = await startFleet({ services: ['facts'], ...given, embedder, clock, environment });
  const { caller } = fleet;
  return {
    fleet,
    chatModel,
    embedder,
    store: async (request) => (await caller.call('facts', 'store', request)).fact_id,
    retrieve: async (request) => (await caller.call('facts', 'retrieve', request)).facts.map(({ content }) => content),
    list: async () => (await caller.call('facts', 'list', {})).facts.map(({ content }) => content),
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

/** Tells the services that an invocation is over. */
export async function completeInvocation(fleet: TestFleet, done: Init<InvocationCompleted>, id?: string): Promise<void> {
  const completed = { question: 'My wife is Anne', extract_facts: true, ...done };
  await publishEvent(fleet.ports.bus, invocationCompleted(completed, id === undefined ? {} : { id }));
}
