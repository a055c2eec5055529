import { once } from 'node:events';

/** A message as it went over the bus. */
export interface TappedMessage {
  /** The property `id`, which ties answers to their request. */
  readonly id: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Listens to a topic of TrustGraph's and takes nothing from anybody. */
export interface Tap extends AsyncDisposable {
  /** In the order they came. */
  readonly messages: readonly TappedMessage[];
}

/** Opens it by Pulsar's WebSocket API; `topic` is as `response/agent:default:main`. Resolves when the broker knows it. */
export async function tapTopic(webSocketUrl: string, topic: string): Promise<Tap> {
  const messages: TappedMessage[] = [];
  const path = `non-persistent/tg/${topic}/tap?subscriptionType=Exclusive&receiverQueueSize=1000`;
  const socket = new WebSocket(`${webSocketUrl}/ws/v2/consumer/${path}`);
  socket.addEventListener('message', ({ data }) => {
    const { messageId, payload, properties } = JSON.parse(String(data)) as PulsarMessage;
    messages.push({ id: properties.id ?? '', content: JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) });
    socket.send(JSON.stringify({ messageId }));
  });
  await once(socket, 'open');
  return {
    messages,
    async [Symbol.asyncDispose]() {
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

interface PulsarMessage {
  readonly messageId: string;
  readonly payload: string;
  readonly properties: Readonly<Record<string, string | undefined>>;
}
