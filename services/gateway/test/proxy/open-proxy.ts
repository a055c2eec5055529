import type { Message } from '@agent-mem/contract';
import {
  type RecordingUpstream,
  startFleet,
  startRecordingUpstream,
  type TestFleet,
  type TestFleetOptions,
} from '@agent-mem/testing';

type Answer = Parameters<typeof startRecordingUpstream>[0];

/** A fleet whose wires ask a scripted upstream. */
export interface OpenProxy extends AsyncDisposable {
  readonly fleet: TestFleet;
  readonly upstream: RecordingUpstream;
  /** Asks the proxy; the body is sent as it is written. */
  ask(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** What is stored of a conversation, oldest first. */
  stored(conversationId: string, user?: string): Promise<readonly Pick<Message, 'role' | 'content' | 'metadata'>[]>;
}

/** Starts both, in memory. */
export async function openProxy(answer: Answer, options: TestFleetOptions = {}): Promise<OpenProxy> {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(await startRecordingUpstream(answer));
  const environment = { UPSTREAMS: `*=${upstream.url}`, ...options.environment };
  const fleet = stack.use(await startFleet({ http: true, ...options, environment }));
  const running = stack.move();
  return {
    fleet,
    upstream,
    ask: (path, body, headers) =>
      fetch(`${fleet.httpUrl}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }),
    async stored(conversationId, user = 'default') {
      const asked = { workspace: 'default', user, collection: 'default', conversation_id: conversationId };
      try {
        return (await fleet.caller.call('conversations', 'history', asked)).messages;
      } catch {
        return [];
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A body of chat completions. */
export function chatBody(messages: readonly object[], more: object = {}): string {
  return JSON.stringify({ model: 'm', messages, ...more });
}

/** What the user says. */
export const user = (content: unknown) => ({ role: 'user', content });
/** What the model said. */
export const assistant = (content: string) => ({ role: 'assistant', content });
