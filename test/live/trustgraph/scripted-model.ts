import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model says to one prompt. */
export interface ModelReply {
  readonly text?: string | ((prompt: string) => string);
  /** It is held back until this resolves. */
  readonly after?: Promise<unknown> | undefined;
  /** It is an error of this HTTP status. Default 200. */
  readonly status?: number;
  /** The connection is cut when so many characters of the text are out. */
  readonly cutAfter?: number;
  /** Sent in place of anything that follows the protocol. */
  readonly broken?: string;
}

/** A server of OpenAI's chat completions, whole and streamed, that says what it was told to say. */
export interface ScriptedModel extends AsyncDisposable {
  /** `http://127.0.0.1:port/v1` */
  readonly url: string;
  /** All prompts so far, in the order they came. */
  readonly prompts: readonly string[];
  /**
   * Prompts in which this text stands get these replies, one after the other, the last again and again. What was told last about a text that stands in the
   * prompt counts. Other prompts are answered `forty-two`.
   */
  script(text: string, ...replies: readonly (string | ModelReply)[]): void;
}

interface Script {
  readonly text: string;
  readonly replies: readonly (string | ModelReply)[];
  position: number;
}

interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly { readonly content: string | readonly { readonly text: string }[] }[];
  readonly stream?: boolean;
}

/** Characters of a streamed piece: few, so that words and markers are torn. */
const pieceLength = 12;

/** Starts it on a free port of 127.0.0.1. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const prompts: string[] = [];
  const scripts: Script[] = [];
  const replyTo = (prompt: string): ModelReply => {
    const script = scripts.findLast(({ text }) => prompt.includes(text));
    const reply = script?.replies[Math.min(script.position, script.replies.length - 1)] ?? 'forty-two';
    if (script) script.position += 1;
    return typeof reply === 'string' ? { text: reply } : reply;
  };
  const server = createServer((incoming, response) => {
    answer(incoming, response, prompts, replyTo).catch((error: Error) => {
      if (!response.headersSent) send(response, 500, { error: { message: error.message } });
      else response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompts,
    script(text, ...replies) {
      scripts.push({ text, replies, position: 0 });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  prompts: string[],
  replyTo: (prompt: string) => ModelReply,
): Promise<void> {
  if (incoming.method === 'GET') return send(response, 200, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const request = JSON.parse(Buffer.concat(parts).toString('utf8')) as CompletionRequest;
  const prompt = request.messages.map(({ content }) => textOf(content)).join('\n');
  prompts.push(prompt);
  const { text = '', after, status = 200, cutAfter, broken } = replyTo(prompt);
  await after;
  if (status !== 200)
    return send(response, status, { error: { message: `scripted ${status}`, type: 'scripted', code: 'scripted' } });
  if (broken !== undefined) {
    response.writeHead(200, { 'content-type': request.stream ? 'text/event-stream' : 'application/json' });
    response.end(broken);
    return;
  }
  const said = typeof text === 'string' ? text : text(prompt);
  const usage = {
    prompt_tokens: wordsIn(prompt),
    completion_tokens: wordsIn(said),
    total_tokens: wordsIn(prompt) + wordsIn(said),
  };
  if (!request.stream) {
    if (cutAfter !== undefined) return void response.destroy();
    const message = { role: 'assistant', content: said };
    return send(response, 200, { ...head(request.model), choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (more: object) => {
    response.write(`data: ${JSON.stringify({ ...head(request.model), object: 'chat.completion.chunk', ...more })}\n\n`);
  };
  for (let position = 0; position < said.length; position += pieceLength) {
    if (cutAfter !== undefined && position >= cutAfter) return void response.destroy();
    event({ choices: [{ index: 0, delta: { role: 'assistant', content: said.slice(position, position + pieceLength) } }] });
  }
  event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  event({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

const head = (model: string) => ({ id: 'scripted', object: 'chat.completion', created: 0, model });
const wordsIn = (text: string) => text.split(/\s+/).length;

function textOf(content: CompletionRequest['messages'][number]['content']): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
