import { OperationError, type Topic } from '@agent-mem/contract';
import { close, connect } from './connection/connection.ts';
import type { TenantConnectionOptions } from './connection/reconnecting-connection.ts';
import { endpoint, topicPath } from './endpoint.ts';
import { acknowledgement, parseMessage } from './frame.ts';

const readAhead = 1_000;

/**
 * Gives the payloads of a topic from its oldest message on, until `isLast` says that it has seen enough. Takes none from anybody.
 * Rejects with `unavailable` when the connection ends before that.
 */
export async function readAll(
  { broker, tenant }: TenantConnectionOptions,
  topic: Topic,
  isLast: (payload: string) => boolean,
): Promise<void> {
  const path = topicPath(tenant, topic);
  const url = endpoint(broker.url, 'reader', path, { messageId: 'earliest', receiverQueueSize: readAhead });
  const read = Promise.withResolvers<void>();
  const { socket, ended } = await connect(broker, url, `the reader of ${path}`, (text, reader) => {
    const message = parseMessage(text);
    if (!message) return;
    reader.send(acknowledgement(message.id));
    if (isLast(message.payload)) read.resolve();
  });
  void ended.then(() => read.reject(new OperationError('unavailable', 'The connection ended before all records were read')));
  try {
    await read.promise;
  } finally {
    await close(socket, broker.clock);
  }
}
