import { type Access, openAccess } from '@agent-mem/access';
import { OperationError } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { openGateway } from './open-gateway.ts';
import { type Asked, scriptedCaller } from './scripted-caller.ts';

const host = '127.0.0.1:8700';
const last = { answer: 'Anne', invocation_id: 'inv_1', conversation_id: 'c1', receipt: null };
const frames = [
  { type: 'thought', content: 'I remember', end_of_message: true, end_of_dialog: false },
  { type: 'answer', content: 'Anne', end_of_message: true, end_of_dialog: true, ...last },
];

const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) {
    app.server.closeAllConnections();
    await app.close();
  }
});

async function listen(caller: ReturnType<typeof scriptedCaller>, clock = turnedClock()): Promise<string> {
  const app = await openGateway(caller, { clock });
  open.push(app);
  return app.listen({ host: '127.0.0.1', port: 0 });
}

function invoke(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}/v1/agent/invoke`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: '{"question":"Who is my wife?"}',
    ...init,
  });
}

test.each(['application/json', 'text/event-stream'])('how an invocation ended is noted, asked for as %s', async (accept) => {
  const outcomes: object[] = [];
  const access: Access = {
    ...openAccess,
    async authenticate(visit) {
      const visitor = await openAccess.authenticate(visit);
      return {
        ...visitor,
        authorize: async (_service, _operation, request) => ({ request, ended: (how) => outcomes.push(how) }),
      };
    },
  };
  const failing = async function* () {
    yield frames[0] ?? {};
    throw new OperationError('unavailable', 'The agent is away');
  };
  for (const given of [() => asyncFrames(frames), failing]) {
    const app = await openGateway(scriptedCaller({ frames: given }), { access });
    open.push(app);
    await app.inject({ method: 'POST', url: '/v1/agent/invoke', headers: { host, accept }, payload: { question: 'Who?' } });
  }
  expect(outcomes).toMatchObject([{ answer: last }, { error: { type: 'unavailable', message: 'The agent is away' } }]);
});

describe('invoke as JSON', () => {
  it('answers the last frame', async () => {
    const caller = scriptedCaller({ frames: () => asyncFrames(frames) });
    const app = await openGateway(caller);
    const response = await app.inject({
      method: 'POST',
      url: '/v1/agent/invoke',
      headers: { host },
      payload: { question: 'Who?' },
    });
    expect(response.json()).toEqual(last);
    expect(caller.asked).toMatchObject([
      { service: 'agent', operation: 'invoke', request: { question: 'Who?' }, options: { timeoutMs: 120_000 } },
    ]);
  });

  it('answers an error frame with the status of its error', async () => {
    const error = new OperationError('resource-exhausted', 'No answer within 10 iterations').toWire();
    const failed = { type: 'error', content: error.message, error, end_of_message: true, end_of_dialog: true };
    const app = await openGateway(scriptedCaller({ frames: () => asyncFrames([frames[0] as object, failed]) }));
    const response = await app.inject({
      method: 'POST',
      url: '/v1/agent/invoke',
      headers: { host },
      payload: { question: 'Who?' },
    });
    expect(response.statusCode).toBe(429);
    expect(response.json()).toMatchObject({ status: 429, error });
  });

  it('reads the frames to their end, since leaving before it would cancel', async () => {
    let isRead = false;
    const caller = scriptedCaller({
      async *frames() {
        yield* frames;
        isRead = true;
      },
    });
    const app = await openGateway(caller);
    await app.inject({ method: 'POST', url: '/v1/agent/invoke', headers: { host }, payload: { question: 'Who?' } });
    expect(isRead).toBe(true);
  });

  it('answers a refusal with its status and the field', async () => {
    const refused = new OperationError('invalid-argument', 'invoke.question: must be given');
    const app = await openGateway(scriptedCaller({ frames: () => asyncFrames([], refused) }));
    const response = await app.inject({ method: 'POST', url: '/v1/agent/invoke', headers: { host }, payload: {} });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toBe('question: must be given');
  });

  it('answers an error when the stream ends without an answer', async () => {
    const app = await openGateway(scriptedCaller({ frames: () => asyncFrames([]) }));
    const response = await app.inject({ method: 'POST', url: '/v1/agent/invoke', headers: { host }, payload: {} });
    expect(response.statusCode).toBe(500);
  });
});

describe('invoke as server-sent events', () => {
  it('sends each frame as an event with its place', async () => {
    const url = await listen(scriptedCaller({ frames: () => asyncFrames(frames) }));
    const response = await invoke(url);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await response.text()).toBe(
      `: open\n\n${frames.map((frame, id) => `event: ${frame.type}\nid: ${id}\ndata: ${JSON.stringify(frame)}\n\n`).join('')}`,
    );
  });

  it('closes with an error event that says what an HTTP error would', async () => {
    const error = new OperationError('unavailable', 'Nobody answers');
    const url = await listen(scriptedCaller({ frames: () => asyncFrames([frames[0] as object], error) }));
    const events = (await (await invoke(url)).text()).split('\n\n').filter((text) => text.startsWith('event:'));
    expect(events).toHaveLength(2);
    expect(events[1]).toMatch(/^event: error\nid: 1\n/);
    expect(JSON.parse(events[1]?.split('data: ')[1] ?? '')).toEqual({
      type: 'error',
      content: 'Nobody answers',
      end_of_message: true,
      end_of_dialog: true,
      error: error.toWire(),
    });
  });

  it('sends the headers before the first frame, and pings while the agent thinks', async () => {
    const clock = turnedClock();
    const answer = Promise.withResolvers<void>();
    const url = await listen(
      scriptedCaller({
        async *frames() {
          await answer.promise;
          yield* frames;
        },
      }),
      clock,
    );
    const response = await invoke(url);
    const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe(': open\n\n');
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    await clock.advance(15_000);
    expect((await reader.read()).value).toBe(': ping\n\n');
    answer.resolve();
    expect((await reader.read()).value).toMatch(/^event: thought\nid: 0\n/);
  });

  it('cancels at the service when the client hangs up', async () => {
    let left = false;
    const caller = scriptedCaller({
      async *frames({ options: { signal } }: Asked) {
        yield frames[0] as object;
        try {
          await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
        } finally {
          left = true;
        }
      },
    });
    const url = await listen(caller);
    const client = new AbortController();
    const response = await invoke(url, { signal: client.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    client.abort();
    await reader.closed.catch(() => {});
    await vi.waitFor(() => expect(left).toBe(true));
    expect(caller.asked[0]?.options.signal?.aborted).toBe(true);
  });
});

async function* asyncFrames(list: readonly object[], failure?: Error): AsyncIterable<object> {
  yield* list;
  if (failure) throw failure;
}
