import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** What the double was sent. */
export interface Received {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Double extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
}

export type Answering = (received: Received, response: ServerResponse, index: number) => void;

/** A server that answers as the test says, for what a real one does seldom: failures, cut streams, garbage. */
export async function openDouble(answer: Answering): Promise<Double> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const one: Received = { path: request.url ?? '', authorization: request.headers.authorization, body: await bodyOf(request) };
    answer(one, response, received.push(one) - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** JSON that ends only when nobody reads it any more. */
export function endlessAnswer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const numbers = '0.5,'.repeat(16_384);
  Readable.from(
    (function* () {
      for (yield '['; ; ) yield numbers;
    })(),
  ).pipe(response);
}

export function chatAnswer(content: string): unknown {
  return {
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  };
}

/** Sends pieces as server-sent events; `finish: false` breaks the connection off after them. */
export function streamAnswer(response: ServerResponse, pieces: readonly string[], finish = true, usage?: object): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choice: object) => response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
  for (const content of pieces) send({ delta: { content }, finish_reason: null });
  if (!finish) return void response.end();
  send({ delta: {}, finish_reason: 'stop' });
  if (usage) response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
}

/** Vectors that depend on the text alone. */
export function embeddingAnswer(input: readonly string[], dimensions = 8): unknown {
  const vectorOf = (text: string) => {
    const digest = createHash('sha256').update(text).digest();
    return Array.from({ length: dimensions }, (_, index) => (digest[index] ?? 0) - 127.5);
  };
  // Backwards: the order is in the index.
  return {
    object: 'list',
    data: input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })).toReversed(),
  };
}

/** An answer that calls functions and has no text. */
export function callsAnswer(calls: readonly { readonly name: string; readonly arguments: string }[]): unknown {
  const tool_calls = calls.map((called, index) => ({ id: `call_${index}`, type: 'function', function: called }));
  return {
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls } }],
  };
}

/** The same as server-sent events, in these fragments. */
export function streamCalls(response: ServerResponse, fragments: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choice: object) => response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
  for (const fragment of fragments) send({ delta: { tool_calls: [fragment] }, finish_reason: null });
  send({ delta: {}, finish_reason: 'tool_calls' });
  response.end('data: [DONE]\n\n');
}
