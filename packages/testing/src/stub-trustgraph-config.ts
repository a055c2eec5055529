import type { Topics } from '@agent-mem/messaging';
import {
  type ConfigPush,
  configPushMessage,
  configQueues,
  configRequestMessage,
  configResponseMessage,
  topicOfQueue,
} from '@agent-mem/trustgraph';

/** Configuration of TrustGraph by workspace, type and key. */
export type TrustGraphConfig = Record<string, Record<string, Record<string, string>>>;

/** TrustGraph's config service as far as processors ask it. */
export interface StubTrustGraphConfig extends AsyncDisposable {
  /** Says that these types have changed in these workspaces. */
  poke(changes: NonNullable<ConfigPush['changes']>): Promise<void>;
}

/** Answers out of `store`, whatever is in it at the moment, and pokes on request. */
export async function stubTrustGraphConfig(topics: Topics, store: TrustGraphConfig): Promise<StubTrustGraphConfig> {
  let version = 1;
  await using opened = new AsyncDisposableStack();
  const answers = opened.use(await topics.produce(topicOfQueue(configQueues.response)));
  const pokes = opened.use(await topics.produce(topicOfQueue(configQueues.push)));
  const requests = topicOfQueue(configQueues.request);
  opened.use(
    await topics.consume(requests, { subscription: 'config-svc', type: 'shared' }, (message) => {
      const { operation, type, workspace } = configRequestMessage.decode(message.payload);
      const values = Object.entries(store)
        .filter(([name]) => operation === 'getkeys-all-ws' || name === workspace)
        .flatMap(([name, types]) =>
          Object.entries(types[type] ?? {}).map(([key, value]) => ({ type, key, value, workspace: name })),
        );
      void answers.send({ payload: configResponseMessage.encode({ version, values }), properties: message.properties });
    }),
  );
  const resources = opened.move();
  return {
    async poke(changes) {
      version += 1;
      await pokes.send({ payload: configPushMessage.encode({ version, changes }), properties: {} });
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
