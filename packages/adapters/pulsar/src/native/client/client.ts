/** What is used of pulsar-client, declared here: the package is optional, so its own types may be missing. */

export interface MessageId {
  serialize(): Buffer;
}

export interface Message {
  /** An array with string keys; it may throw. */
  getProperties(): Readonly<Record<string, string>>;
  getData(): Buffer;
  getMessageId(): MessageId;
  getPublishTimestamp(): number;
  /** Empty without a key. */
  getPartitionKey(): string;
}

export interface ProducerMessage {
  /** A string would be sent as nothing at all. */
  readonly data: Buffer;
  readonly properties: Readonly<Record<string, string>>;
  readonly partitionKey?: string;
  readonly deliverAfter?: number;
}

export interface Producer {
  send(message: ProducerMessage): Promise<unknown>;
  flush(): Promise<unknown>;
  close(): Promise<unknown>;
  isConnected(): boolean;
}

export interface Consumer {
  /** Given a time-out it would block one of the process's four file threads: none is ever given. */
  receive(): Promise<Message>;
  acknowledgeId(id: MessageId): Promise<unknown>;
  negativeAcknowledgeId(id: MessageId): void;
  unsubscribe(): Promise<unknown>;
  close(): Promise<unknown>;
  isConnected(): boolean;
}

export interface ProducerConfig {
  readonly topic: string;
  readonly sendTimeoutMs: number;
  readonly maxPendingMessages: number;
  readonly blockIfQueueFull: boolean;
  readonly batchingEnabled: boolean;
  readonly hashingScheme: 'JavaStringHash';
}

export interface ConsumerConfig {
  readonly topic: string;
  readonly subscription: string;
  /** Java and the WebSocket API write `Key_Shared`; the native client takes that for `Exclusive` without a word. */
  readonly subscriptionType: 'Exclusive' | 'Shared' | 'KeyShared';
  readonly subscriptionInitialPosition: 'Latest' | 'Earliest';
  readonly receiverQueueSize: number;
  readonly nAckRedeliverTimeoutMs: number;
}

export interface Client {
  createProducer(config: ProducerConfig): Promise<Producer>;
  subscribe(config: ConsumerConfig): Promise<Consumer>;
  close(): Promise<unknown>;
}

export interface ClientConfig {
  readonly serviceUrl: string;
  readonly listenerName?: string;
  readonly authentication?: object;
  readonly operationTimeoutSeconds: number;
  readonly ioThreads: number;
  readonly messageListenerThreads: number;
  readonly statsIntervalInSeconds: number;
  readonly tlsValidateHostname: boolean;
  /** Absent: the package's own list, which it writes into this object. */
  tlsTrustCertsFilePath?: string;
  readonly tlsCertificateFilePath?: string;
  readonly tlsPrivateKeyFilePath?: string;
}

/** Severities of the client's log. */
export const logLevels = { debug: 0, info: 1, warn: 2, error: 3 } as const;

export interface PulsarClientModule {
  readonly Client: {
    new (config: ClientConfig): Client;
    /** One for the whole process. */
    setLogHandler(handler: (level: number, file: string, line: number, message: string) => void): void;
  };
  readonly AuthenticationToken: new (config: { readonly token: () => Promise<string> }) => object;
}
