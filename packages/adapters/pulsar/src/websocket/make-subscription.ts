import { OperationError, type Topic } from '@agent-mem/contract';
import { close, connect } from './connection/connection.ts';
import type { TenantConnectionOptions } from './connection/reconnecting-connection.ts';
import { endpoint, topicPath } from './endpoint.ts';

const parameters = { subscriptionType: 'Shared', pullMode: 'true', receiverQueueSize: 1 };

/** As `Protocol.makeSubscription`. */
export async function makeSubscription(
  { broker, tenant }: TenantConnectionOptions,
  topic: Topic,
  subscription: string,
): Promise<void> {
  const path = `${topicPath(tenant, topic)}/${encodeURIComponent(subscription)}`;
  const url = endpoint(broker.url, 'consumer', path, parameters);
  try {
    const { socket } = await connect(broker, url, `the consumer of ${path}`, () => {});
    await close(socket, broker.clock);
  } catch (error) {
    // Members of another type are there, and so is the subscription.
    if (error instanceof OperationError && error.type === 'failed-precondition') return;
    throw error;
  }
}
