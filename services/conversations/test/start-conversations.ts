import {
  type Clock,
  conversationNodeId,
  type Event,
  type Init,
  type InvocationCompleted,
  type RequestOf,
  type ResponseOf,
} from '@agent-mem/contract';
import { type ChatModel, hashEmbedder } from '@agent-mem/llm';
import { type CallOptions, publishEvent, subscribeEvents } from '@agent-mem/messaging';
import { readConfig } from '@agent-mem/runtime';
import type { JsonObject } from '@agent-mem/storage';
import { bareContext, defaultScope, invocationCompleted, startFleet, type TestFleet } from '@agent-mem/testing';
import { variables } from '../src/config.ts';
import type { Context } from '../src/handler.ts';

type Operation =
  | 'create'
  | 'get'
  | 'update'
  | 'append_message'
  | 'append_messages'
  | 'append_invocation'
  | 'list'
  | 'history'
  | 'search'
  | 'end'
  | 'export'
  | 'find_similar'
  | 'import'
  | 'insights'
  | 'delete'
  | 'archive'
  | 'branch'
  | 'build_context'
  | 'diff'
  | 'merge'
  | 'purge'
  | 'references'
  | 'restore'
  | 'summarize'
  | 'tool_calls';

/** The conversations service alone. */
export interface Conversations extends AsyncDisposable {
  readonly fleet: TestFleet;
  /** Events of conversations that were published, of this type, in order. */
  events(type: Event['type']): readonly Event[];
  call<Name extends Operation>(
    operation: Name,
    request: Init<RequestOf<'conversations', Name>>,
    options?: CallOptions,
  ): Promise<ResponseOf<'conversations', Name>>;
  /** Appends a message of the user. */
  say(conversationId: string, content: string): Promise<ResponseOf<'conversations', 'append_message'>>;
  /** What was said in a conversation, oldest first. */
  said(conversationId: string): Promise<readonly string[]>;
}

export async function startConversations(
  options: {
    readonly chatModel?: ChatModel;
    readonly clock?: Clock;
    readonly directory?: string;
    /** Default: conversations alone. */
    readonly services?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<Conversations> {
  const bus = options.directory ? 'sqlite' : 'memory';
  const fleet = await startFleet({ services: ['conversations'], embedder: hashEmbedder(), bus, ...options });
  const published: Event[] = [];
  const listener = await subscribeEvents(fleet.ports.bus, 'test', async (event) => void published.push(event));
  const call: Conversations['call'] = (operation, request, callOptions) =>
    fleet.caller.call('conversations', operation, request, callOptions);
  return {
    fleet,
    call,
    events: (type) => published.filter((event) => event.type === type),
    say: (conversationId, content) => call('append_message', { conversation_id: conversationId, role: 'user', content }),
    said: async (conversationId) =>
      (await call('history', { conversation_id: conversationId })).messages.map(({ content }) => content),
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]();
      await fleet[Symbol.asyncDispose]();
    },
  };
}

/** Stores other properties of a conversation than an operation would: what a version before may have left. */
export async function storeAltered({ fleet }: Conversations, conversationId: string, altered: JsonObject): Promise<void> {
  const { graph } = fleet.ports;
  const [node] = await graph.get(defaultScope, [conversationNodeId(conversationId)]);
  if (!node) throw new Error(`There is no conversation ${conversationId}`);
  const { version, properties, ...rest } = node;
  await graph.commit(defaultScope, {
    nodes: [{ ...rest, properties: { ...properties, ...altered }, expectedVersion: version }],
  });
}

/** The event of an invocation that is over. */
export function completed(data: Init<InvocationCompleted>, event?: Init<Event>): Init<Event> {
  return invocationCompleted({ question: 'Who is Anne?', answer: 'Your wife.', ...data }, event);
}

/** A handler's context with this service's defaults. */
export function handlerContext({ fleet }: Conversations): Context {
  return bareContext(fleet, readConfig(variables, {}));
}

/** Tells the services of an event. */
export async function publish({ fleet }: Conversations, event: Init<Event>): Promise<void> {
  await publishEvent(fleet.ports.bus, event);
  await fleet.settled();
}

/** All pieces of a conversation's document. */
export async function exported({ call }: Conversations, conversation_id: string): Promise<readonly string[]> {
  const chunks: string[] = [];
  let cursor: string | null = null;
  do {
    const piece: Awaited<ReturnType<typeof call<'export'>>> = await call('export', { conversation_id, cursor });
    chunks.push(piece.chunk);
    cursor = piece.next_cursor;
  } while (cursor !== null);
  return chunks;
}

/** The document of a conversation as one text. */
export async function exportedText(conversations: Conversations, conversation_id: string): Promise<string> {
  return (await exported(conversations, conversation_id)).join('');
}
