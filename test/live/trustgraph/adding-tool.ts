import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of the Model Context Protocol with one tool, `add`. */
export interface AddingTool extends AsyncDisposable {
  readonly url: string;
}

interface McpCall {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: Readonly<Record<string, number>> };
}

/** Starts it on a free port of 127.0.0.1. Each answer is one JSON object; it opens no stream of its own. */
export async function startAddingTool(): Promise<AddingTool> {
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    if (incoming.method !== 'POST') return void response.writeHead(405).end();
    const call = JSON.parse(Buffer.concat(parts).toString('utf8')) as McpCall;
    if (call.id === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...outcomeOf(call) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function outcomeOf({ method, params }: McpCall): object {
  if (method === 'initialize') {
    const { protocolVersion = '2025-06-18' } = params ?? {};
    return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'adding', version: '1' } } };
  }
  if (method === 'tools/list') {
    const properties = { a: { type: 'number' }, b: { type: 'number' } };
    return { result: { tools: [{ name: 'add', description: 'Adds', inputSchema: { type: 'object', properties } }] } };
  }
  if (method === 'tools/call') {
    const sum = Object.values(params?.arguments ?? {}).reduce((total, each) => total + each, 0);
    return { result: { content: [{ type: 'text', text: `The sum is ${sum}` }] } };
  }
  return { error: { code: -32601, message: `${method} is not known` } };
}
