import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { type RecordingUpstream, sendJson, startRecordingUpstream } from '@agent-mem/testing';
import { type ClientMessage, type ExecResult, endOfStream, readAppend, readRunId, serverMessage } from './wire.ts';

/** What the model says to a prompt, and to the context that the prompt's hooks add. */
type Reply = (prompt: string, added: string) => string;

/** Starts a stub of Cursor's backend. In each turn it asks the agent to run the hooks that `hooks.json` has, unless it is not to, and replies. */
export async function startCursorBackend(reply: Reply, { asksForHooks = true } = {}): Promise<RecordingUpstream> {
  const streams = new Map<string, PassThrough>();
  const streamOf = (runId: string) => {
    const stream = streams.get(runId) ?? new PassThrough({ objectMode: true });
    streams.set(runId, stream);
    return stream;
  };
  return startRecordingUpstream(async ({ path, headers, body }, response) => {
    if (path === '/agent.v1.AgentService/RunSSE') {
      const runId = readRunId(body);
      await playTurn({ runId, inbox: streamOf(runId)[Symbol.asyncIterator](), response, reply, asksForHooks });
      return;
    }
    if (path === '/aiserver.v1.BidiService/BidiAppend') {
      const { runId, message } = readAppend(body);
      streamOf(runId).write(message);
    }
    if (path === '/auth/exchange_user_api_key') sendJson(response, { accessToken: 'none' });
    else if (path === '/v1/models') sendJson(response, { items: [{ id: 'stub', displayName: 'stub' }] });
    // The other calls, for settings and telemetry, need no content.
    else if (headers['content-type'] === 'application/proto')
      response.writeHead(200, { 'content-type': 'application/proto' }).end();
    else response.writeHead(404).end();
  });
}

interface Turn {
  readonly runId: string;
  /** The agent's messages, in their order. */
  readonly inbox: AsyncIterator<ClientMessage>;
  readonly response: ServerResponse;
  readonly reply: Reply;
  readonly asksForHooks: boolean;
}

/** The agent's prompt, its hooks, the reply, its hooks. */
async function playTurn({ runId, inbox, response, reply, asksForHooks }: Turn): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/connect+proto' });
  let id = 0;
  const run = async (task: object): Promise<ExecResult> => {
    id += 1;
    response.write(serverMessage({ execServerMessage: { id, ...task } }));
    return read(inbox, ({ execClientMessage }) => execClientMessage);
  };
  const { action, conversationId } = await read(inbox, ({ runRequest }) => runRequest);
  const { requestContextResult } = await run({ requestContextArgs: {} });
  const steps = requestContextResult?.success?.requestContext?.hooksConfig?.configuredSteps ?? [];
  const runHook = async (step: string, request: object) => {
    if (!asksForHooks || !steps.includes(step)) return undefined;
    const turn = { conversationId, generationId: runId };
    const { executeHookResult } = await run({ executeHookArgs: { request: { [step]: { ...request, ...turn } } } });
    return executeHookResult?.response;
  };
  const { text: prompt } = action.userMessageAction.userMessage;
  const hooked = await runHook('beforeSubmitPrompt', { prompt });
  const text = reply(prompt, hooked?.beforeSubmitPrompt?.additionalContext ?? '');
  response.write(serverMessage({ interactionUpdate: { textDelta: { text } } }));
  await runHook('afterAgentResponse', { text });
  response.write(serverMessage({ interactionUpdate: { turnEnded: {} } }));
  response.end(endOfStream);
}

/** The next message that has what is looked for. */
async function read<T>(inbox: AsyncIterator<ClientMessage>, find: (message: ClientMessage) => T | undefined): Promise<T> {
  for (;;) {
    const { done, value } = await inbox.next();
    if (done) throw new Error('The agent has left');
    const found = find(value);
    if (found) return found;
  }
}
