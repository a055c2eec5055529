import type { Clock } from '@agent-mem/contract';
import { createCountOf } from '@agent-mem/runtime';
import { Client, type jsonSchemaValidator, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import manifest from '../../package.json' with { type: 'json' };
import type { McpSettings } from '../settings/tool-settings.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** A server that answers. */
export interface McpConnection {
  readonly client: Client;
  /** Resolves when it is over. */
  readonly closed: Promise<void>;
  /** Why this side ended it; `null`: it did not. */
  readonly refusal: () => string | null;
  /** What the server wrote last to its standard error. */
  readonly lastWords: () => string;
  close(): Promise<void>;
}

/** Where a server is, its secrets resolved. */
export interface McpAddress {
  readonly settings: McpSettings;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly folder: string;
}

const defaultMaxBytes = 16_000_000;
const probeMs = 3_000;
/** Each costs this process time, wanted or not. */
const mostMessagesASecond = 2_000;
const connectMs = 60_000;
const lastWordsLength = 2_000;

/** Compiles no schema of the server: one with an expression that backtracks for ever would hold up the process. */
const noCheck: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

/** Starts a server, or calls it, and greets it. Rejects where it does not answer. */
export async function connect(address: McpAddress, clock: Clock, signal: AbortSignal): Promise<McpConnection> {
  const { settings } = address;
  const maxBytes = settings.max_bytes ?? defaultMaxBytes;
  const closed = Promise.withResolvers<void>();
  let refusal: string | null = null;
  let words = '';
  const client = new Client(
    { name: manifest.name, version: manifest.version },
    { versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeMs } }, jsonSchemaValidator: noCheck },
  );
  let closing: Promise<void> | null = null;
  const close = () => {
    closed.resolve();
    closing ??= client.close().catch(() => undefined);
    return closing;
  };
  const refuse = (reason: string) => {
    if (refusal !== null) return;
    refusal = reason;
    void close();
  };
  const transport = transportTo(address, maxBytes, () => refuse(`The server sent more than ${maxBytes} bytes at once`));
  client.onclose = () => closed.resolve();
  client.onerror = (error) => {
    if (/buffer/i.test(error.message)) refusal ??= `The server sent more than ${maxBytes} bytes at once`;
  };
  if (transport instanceof StdioClientTransport)
    transport.stderr?.on('data', (piece: Buffer) => {
      words = (words + piece.toString()).slice(-lastWordsLength);
    });
  try {
    await client.connect(transport, { timeout: connectMs, signal });
  } catch (cause) {
    await close();
    throw new Error([refusal ?? (cause as Error).message, words.trim()].filter((part) => part !== '').join(': '));
  }
  const countOfSecond = createCountOf(1_000, clock);
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (refusal !== null) return;
    if (countOfSecond() <= mostMessagesASecond) receive?.(message, extra);
    else refuse('The server floods its client with messages');
  };
  return { client, closed: closed.promise, refusal: () => refusal, lastWords: () => words.trim(), close };
}

function transportTo({ settings, env, headers, folder }: McpAddress, maxBytes: number, tooLong: () => void): Transport {
  const { command, args = [], url } = settings;
  if (command !== undefined)
    return new StdioClientTransport({ command, args: [...args], env, cwd: folder, stderr: 'pipe', maxBufferSize: maxBytes });
  return new StreamableHTTPClientTransport(new URL(url ?? ''), {
    requestInit: { headers },
    fetch: boundedFetch(maxBytes, tooLong),
  });
}
