import { OperationError } from '@agent-mem/contract';
import { createPulsarAdmin } from '../admin/admin.ts';
import { type Log, silent } from '../log.ts';
import { close } from './broker.ts';
import { forwardLog } from './client/client-log.ts';
import { loadPulsarClient } from './client/load-client.ts';
import { type ClientOptions, openBroker } from './open-broker.ts';
import { refusalOf, resultOf } from './refusal.ts';

export interface ReachOptions extends Omit<ClientOptions, 'timeoutMs'> {
  /** Of whom a producer is opened, `non-persistent://agent-mem/reply/check`. */
  readonly topic: string;
  /** `http://host:port` of the admin REST, which alone tells a wrong token from a broker that is away. */
  readonly adminUrl?: string | undefined;
}

/** The client doubles its waits for as long as it tries: a fresh one finds a broker that has come within two seconds. */
const attemptMs = 4_000;

/**
 * Asks a broker once, by a client of its own, whether it is there and takes a producer of the topic. Rejects with `unavailable` where it cannot be reached yet,
 * and with what it refuses the producer for, which no repeat mends. What the client says meanwhile is logged at debug: an attempt that fails is no error.
 */
export async function reachPulsar(options: ReachOptions): Promise<void> {
  const { log = silent, load = loadPulsarClient } = options;
  const module = await load();
  const broker = await openBroker({ ...options, log: quietly(log), timeoutMs: attemptMs });
  try {
    const producer = await broker.client.createProducer({
      topic: options.topic,
      sendTimeoutMs: attemptMs,
      maxPendingMessages: 1,
      blockIfQueueFull: false,
      batchingEnabled: false,
      hashingScheme: 'JavaStringHash',
    });
    await close(broker, producer, options.topic);
  } catch (cause) {
    const refusal = refusalOf(cause, `a producer of ${options.topic}`);
    if (refusal.type !== 'unavailable') throw refusal;
    await checkToken(options);
    const text = `Pulsar cannot be reached for a producer of ${options.topic} (${resultOf(cause)})`;
    throw new OperationError('unavailable', text, { cause });
  } finally {
    void close(broker, broker.client, 'the client that looked for the broker');
    forwardLog(module, log);
  }
}

/** The broker closes the connection of a client whose token it does not accept, which looks as if it were away. */
async function checkToken({ adminUrl, token, tls }: ReachOptions): Promise<void> {
  if (!adminUrl) return;
  try {
    await createPulsarAdmin({ url: adminUrl, token, tls, timeoutMs: attemptMs }).checkToken();
  } catch (error) {
    if (error instanceof OperationError && error.type === 'unauthenticated') throw error;
  }
}

function quietly({ debug }: Log): Log {
  return { debug, info: debug, warn: debug, error: debug };
}
