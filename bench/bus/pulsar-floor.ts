import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Pending } from './pending.ts';
import { question, type Subject } from './subject.ts';

/** What the broker sends a consumer. */
interface Delivered {
  readonly messageId: string;
  readonly payload: string;
  readonly properties: { readonly id: string };
}

type Receive = (message: Delivered) => void;

/** The WebSocket API as a client of a hundred lines would speak it: no reconnects, no repeats, no deadlines. Its tenant has the same topics as ours. */
export async function pulsarFloor(url: string, tenant: string): Promise<Subject> {
  const sockets: WebSocket[] = [];
  const open = async (kind: string, path: string, parameters = ''): Promise<WebSocket> => {
    const address = `${url}/ws/v2/${kind}/${path}${parameters}`;
    const socket = new WebSocket(address, { perMessageDeflate: false });
    sockets.push(socket);
    await once(socket, 'open');
    return socket;
  };
  const consume = async (topic: string, subscription: string, type: string, receive: Receive): Promise<void> => {
    const socket = await open('consumer', `${topic}/${subscription}`, `?subscriptionType=${type}&receiverQueueSize=1000`);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Delivered;
      receive(message);
      socket.send(JSON.stringify({ messageId: message.messageId }));
    });
  };
  const send = (socket: WebSocket, body: object, id: string) => {
    const payload = Buffer.from(JSON.stringify(body)).toString('base64');
    socket.send(JSON.stringify({ payload, properties: { id }, context: id }));
  };

  const replies = `non-persistent/${tenant}/reply/bench`;
  const queries = `non-persistent/${tenant}/query/facts`;
  const stored = `persistent/${tenant}/command/bench-stored`;
  const delivered = `persistent/${tenant}/command/bench-delivered`;
  const pending = new Pending();
  await consume(replies, 'caller', 'Exclusive', ({ payload, properties }) => {
    bodyOf(payload);
    pending.end(properties.id);
  });
  const replying = await open('producer', replies);
  await consume(queries, 'facts', 'Shared', ({ payload, properties }) => {
    bodyOf(payload);
    send(replying, { retrieve: { facts: [] }, error: null }, properties.id);
  });
  await consume(delivered, 'bench', 'Shared', ({ payload, properties }) => {
    bodyOf(payload);
    pending.end(properties.id);
  });
  const consumer = await open('consumer', `${stored}/bench`, '?subscriptionType=Shared&pullMode=true');
  consumer.close();
  const [asking, storing, delivering] = await Promise.all([queries, stored, delivered].map((topic) => open('producer', topic)));
  if (!asking || !storing || !delivering) throw new Error('The producers are not open');
  const receipts = new Pending();
  storing.on('message', (data) => {
    const { result, context } = JSON.parse(String(data)) as { result: string; context: string };
    if (result !== 'ok') throw new Error(`Pulsar did not take a message: ${result}`);
    receipts.end(context);
  });
  return {
    ask: () => pending.wait((id) => send(asking, { retrieve: { query: question } }, id)),
    store: () => receipts.wait((id) => send(storing, { store: { content: question } }, id)),
    deliver: () => pending.wait((id) => send(delivering, { store: { content: question } }, id)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.terminate();
    },
  };
}

function bodyOf(payload: string): unknown {
  return JSON.parse(Buffer.from(payload, 'base64').toString());
}
