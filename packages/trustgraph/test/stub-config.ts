import type { MemoryTopics } from '@agent-mem/messaging';
import {
  type ConfigPush,
  configPushMessage,
  configQueues,
  configRequestMessage,
  configResponseMessage,
  topicOfQueue,
} from '../src/index.ts';

/** Entries by workspace, type and key. */
export type Store = Record<string, Record<string, Record<string, string>>>;

/** A config service as far as processors ask it: answers out of `store`, and pokes when told to. */
export async function stubConfig(topics: MemoryTopics, store: Store) {
  let version = 1;
  const answers = await topics.produce(topicOfQueue(configQueues.response));
  const pokes = await topics.produce(topicOfQueue(configQueues.push));
  await topics.consume(topicOfQueue(configQueues.request), { subscription: 'config-svc', type: 'shared' }, (message) => {
    const { operation, type, workspace } = configRequestMessage.decode(message.payload);
    const values = Object.entries(store)
      .filter(([name]) => operation === 'getkeys-all-ws' || name === workspace)
      .flatMap(([name, types]) =>
        Object.entries(types[type] ?? {}).map(([key, value]) => ({ type, key, value, workspace: name })),
      );
    void answers.send({ payload: configResponseMessage.encode({ version, values }), properties: message.properties });
  });
  return {
    /** Says that the types have changed in the workspace. */
    async poke(changes: NonNullable<ConfigPush['changes']>): Promise<void> {
      version += 1;
      await pokes.send({ payload: configPushMessage.encode({ version, changes }), properties: {} });
    },
  };
}
