import { once } from 'node:events';
import { workspace } from './seed.ts';

/** A question as clients put it to the gateway. */
export interface GatewayQuestion {
  readonly question: string;
  readonly streaming?: boolean;
  readonly session_id?: string;
  readonly conversation_id?: string;
  readonly collection?: string;
  readonly group?: readonly string[];
  readonly state?: string;
  readonly history?: readonly object[];
}

/** A frame of an agent as the gateway hands it on. */
export interface GatewayFrame {
  readonly message_type?: string;
  readonly content?: string;
  readonly end_of_message?: boolean;
  readonly end_of_dialog?: boolean;
  readonly message_id?: string;
  readonly explain_id?: string;
  readonly explain_triples?: readonly GatewayTriple[];
  readonly in_token?: number;
  readonly out_token?: number;
  readonly model?: string;
  readonly error?: { readonly type: string; readonly message: string };
}

/** A triple in the gateway's short form: subject, predicate, object and graph. */
export interface GatewayTriple {
  readonly s: GatewayTerm;
  readonly p: GatewayTerm;
  readonly o: GatewayTerm;
  readonly g?: string;
}

interface GatewayTerm {
  readonly t: string;
  readonly i?: string;
  readonly v?: string;
}

/** A question on its way, by WebSocket. */
export interface Asked extends AsyncDisposable {
  /** So far. */
  readonly frames: readonly GatewayFrame[];
  /** Resolves when the first has come. */
  readonly first: Promise<unknown>;
  /** Resolves with all of them when the gateway says that the last has come. */
  readonly all: Promise<readonly GatewayFrame[]>;
}

/** How long a client waits for the next frame. */
const silenceMs = 120_000;

/** Asks by REST, which answers the last frame only. */
export async function askByRest(gatewayUrl: string, flow: string, question: GatewayQuestion): Promise<GatewayFrame> {
  const response = await fetch(`${gatewayUrl}/api/v1/flow/${flow}/service/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal: AbortSignal.timeout(silenceMs),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as GatewayFrame;
}

/** Asks by WebSocket and waits for all frames. */
export async function askByWebSocket(
  gatewayUrl: string,
  flow: string,
  question: GatewayQuestion,
): Promise<readonly GatewayFrame[]> {
  await using asked = await sendByWebSocket(gatewayUrl, flow, question);
  return await asked.all;
}

/** Asks by WebSocket; resolves when the question is sent. Disposing closes the connection, as a client that goes away. */
export async function sendByWebSocket(gatewayUrl: string, flow: string, question: GatewayQuestion): Promise<Asked> {
  const socket = new WebSocket(`${gatewayUrl.replace('http', 'ws')}/api/v1/socket`);
  const frames: GatewayFrame[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<readonly GatewayFrame[]>();
  const first = Promise.withResolvers<void>();
  const firstOrNone = Promise.race([first.promise, promise]);
  // Who does not wait for the end is not told that it does not come.
  for (const each of [promise, firstOrNone]) each.catch(() => undefined);
  let silence: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(silence);
    silence = setTimeout(() => reject(new Error(`Nothing came for ${silenceMs} ms after ${frames.length} frames`)), silenceMs);
  };
  socket.addEventListener('message', ({ data }) => {
    const { response, error, complete } = JSON.parse(String(data)) as SocketFrame;
    wait();
    if (response || error) {
      frames.push(response ?? { error });
      first.resolve();
    }
    if (complete) resolve(frames);
  });
  socket.addEventListener('close', () => {
    clearTimeout(silence);
    reject(new Error(`The connection closed after ${frames.length} frames`));
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token: '' }));
  socket.send(JSON.stringify({ id: 'question', workspace, flow, service: 'agent', request: question }));
  wait();
  return {
    frames,
    first: firstOrNone,
    all: promise,
    async [Symbol.asyncDispose]() {
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

interface SocketFrame {
  readonly response?: GatewayFrame;
  readonly error?: { readonly type: string; readonly message: string };
  readonly complete?: boolean;
}
