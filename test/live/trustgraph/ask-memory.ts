import { once } from 'node:events';
import { workspace } from './seed.ts';

/** What the gateway answers a client of memory. */
export type MemoryAnswer = Readonly<Record<string, unknown>>;

/** How long a client waits. */
const silenceMs = 60_000;

/** Asks memory of a flow through the gateway by REST. */
export function askMemoryByRest(gatewayUrl: string, flow: string, request: object): Promise<MemoryAnswer> {
  return askThrough(gatewayUrl, flow, 'memory', request);
}

/** The same of any interface that takes what the gateway passes through. */
export async function askThrough(gatewayUrl: string, flow: string, name: string, request: object): Promise<MemoryAnswer> {
  const response = await fetch(`${gatewayUrl}/api/v1/flow/${flow}/service/thru/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(silenceMs),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as MemoryAnswer;
}

/** The same by WebSocket; every frame that comes until the gateway says that it was the last. */
export async function askMemoryByWebSocket(gatewayUrl: string, flow: string, request: object): Promise<readonly MemoryAnswer[]> {
  const socket = new WebSocket(`${gatewayUrl.replace('http', 'ws')}/api/v1/socket`);
  const frames: MemoryAnswer[] = [];
  const done = Promise.withResolvers<void>();
  const silence = setTimeout(() => done.reject(new Error(`Nothing came for ${silenceMs} ms`)), silenceMs);
  socket.addEventListener('message', ({ data }) => {
    const { response, error, complete } = JSON.parse(String(data)) as SocketFrame;
    if (response || error) frames.push(response ?? { error });
    if (complete) done.resolve();
  });
  socket.addEventListener('close', () => done.reject(new Error('The connection closed')));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token: '' }));
  socket.send(JSON.stringify({ id: 'memory', workspace, flow, service: 'thru/memory', request }));
  try {
    await done.promise;
    return frames;
  } finally {
    clearTimeout(silence);
    socket.close();
  }
}

interface SocketFrame {
  readonly response?: MemoryAnswer;
  readonly error?: { readonly type: string; readonly message: string };
  readonly complete?: boolean;
}
