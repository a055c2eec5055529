import { OperationError } from '@agent-mem/contract';
import { type Log, silent } from '../log.ts';
import type { BrokerOptions } from '../options.ts';
import type { Broker } from './broker.ts';
import { authentication } from './client/authentication.ts';
import type { PulsarClientModule } from './client/client.ts';
import { forwardLog } from './client/client-log.ts';
import { loadPulsarClient } from './client/load-client.ts';

/** How a broker is asked by the native client. `url`: `pulsar://host:port` or `pulsar+ssl://host:port`, several hosts with commas. Its client has a list of common authorities. */
export interface ClientOptions extends BrokerOptions {
  /** Which of the addresses that the broker advertises is for us; default: the one it advertises to all. */
  readonly listener?: string | undefined;
  /** Gives the client; default: the package pulsar-client, where it is installed. */
  readonly load?: (() => Promise<PulsarClientModule>) | undefined;
}

/** Opens a client. Rejects with `failed-precondition` where it cannot be had, and `invalid-argument` for options that are none. */
export async function openBroker(options: ClientOptions): Promise<Broker> {
  if (!/^pulsar(\+ssl)?:\/\/[^/]/.test(options.url)) {
    throw new OperationError('invalid-argument', 'The URL of the bus must be pulsar://host:port or pulsar+ssl://host:port');
  }
  const { clock, log = silent, timeoutMs = 30_000, random = Math.random } = options;
  const module = await (options.load ?? loadPulsarClient)();
  forwardLog(module, log);
  return { client: openClient(module, options, log, timeoutMs), clock, random, log, timeoutMs };
}

function openClient(module: PulsarClientModule, options: ClientOptions, log: Log, timeoutMs: number): Broker['client'] {
  const { caFile, certificateFile, keyFile } = options.tls ?? {};
  const credentials = authentication(module, options.token, log);
  try {
    return new module.Client({
      serviceUrl: options.url,
      operationTimeoutSeconds: Math.ceil(timeoutMs / 1_000),
      ioThreads: 1,
      messageListenerThreads: 1,
      statsIntervalInSeconds: 0,
      // By default the client takes any host's certificate.
      tlsValidateHostname: true,
      ...(options.listener ? { listenerName: options.listener } : {}),
      ...(credentials ? { authentication: credentials } : {}),
      ...(caFile ? { tlsTrustCertsFilePath: caFile } : {}),
      ...(certificateFile ? { tlsCertificateFilePath: certificateFile } : {}),
      ...(keyFile ? { tlsPrivateKeyFilePath: keyFile } : {}),
    });
  } catch (cause) {
    throw new OperationError('invalid-argument', `pulsar-client refuses its options: ${(cause as Error).message}`, { cause });
  }
}
