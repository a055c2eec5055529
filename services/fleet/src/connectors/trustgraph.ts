import { OperationError } from '@agent-mem/contract';
import { pulsarAccess } from '@agent-mem/pulsar';
import { readConfig } from '@agent-mem/runtime';
import { configQueues, type LeftTo, topicOfQueue } from '@agent-mem/trustgraph';
import { trustgraphServiceWith, variables } from '@agent-mem/trustgraph-service';
import { topicsAdapterFor } from '../adapters/adapters.ts';
import type { HostedConnector } from './connectors.ts';

/** The agent and memory in TrustGraph's flows: the agent answers their questions where it is hosted, memory is asked where the gateway is. */
export const trustgraph: HostedConnector = {
  name: 'trustgraph',
  variables,
  async open({ environment, config, clock, log, hosted, topics: given }) {
    const own = readConfig(variables, environment);
    if (own.TRUSTGRAPH_ID === '') return null;
    const url = own.TRUSTGRAPH_PULSAR_URL;
    const access = {
      clock,
      log,
      token: own.TRUSTGRAPH_PULSAR_TOKEN,
      listener: own.TRUSTGRAPH_PULSAR_LISTENER,
      tls: pulsarAccess(config).tls,
    };
    await using stack = new AsyncDisposableStack();
    const topics = given ?? stack.use(await (await topicsAdapterFor(url)).openTopics(url, access));
    const opened = stack.move();
    const { connector, service } = trustgraphServiceWith({
      topics,
      leftTo: leftToOf(config.KEYVALUE_URL),
      answersQuestions: hosted.has('agent'),
      answersMemory: hosted.has('gateway'),
    });
    return {
      connector,
      service,
      line: `In TrustGraph's flows as ${own.TRUSTGRAPH_ID}, on ${url}`,
      async reach(signal) {
        if (given) return;
        try {
          const adapter = await topicsAdapterFor(url);
          await adapter.reachTopic(url, access, topicOfQueue(configQueues.request), signal);
        } catch (error) {
          // What TrustGraph has yet to make there is not waited for here: the flows' server follows its configuration.
          if (!(error instanceof OperationError && error.type === 'not-found')) throw error;
        }
      },
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  },
};

/** Who finds what a process has stored there when it has ended. */
function leftToOf(keyValueUrl: string): LeftTo {
  if (keyValueUrl.startsWith('memory:')) return 'nobody';
  return keyValueUrl.startsWith('sqlite:') ? 'next-start' : 'others';
}
