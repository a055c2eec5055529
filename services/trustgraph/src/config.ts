import { integer, text } from '@agent-mem/runtime';

/** How the process stands in a TrustGraph deployment. The command line of TrustGraph's processors sets them. */
export const trustgraphVariables = {
  TRUSTGRAPH_ID: text({
    meaning:
      "Id of the processor whose TrustGraph flows are served, as --id says it; empty: none, and TrustGraph's broker is not asked",
    default: '',
  }),
  TRUSTGRAPH_PULSAR_URL: text({
    meaning:
      "TrustGraph's broker: pulsar://host:port or ws://host:port (pulsar+ssl: and wss: over TLS), as --pulsar-host says it",
    default: 'pulsar://pulsar:6650',
  }),
  TRUSTGRAPH_PULSAR_TOKEN: text({
    meaning: 'Token to ask that broker with, as --pulsar-api-key says it; empty: none',
    default: '',
  }),
  TRUSTGRAPH_PULSAR_LISTENER: text({
    meaning:
      'Which of the addresses that it advertises is for this process, as --pulsar-listener says it; with pulsar: only; empty: the one for all',
    default: '',
  }),
  TRUSTGRAPH_CONCURRENCY: integer({
    meaning: 'Most questions in work at once in each flow, as --concurrency says it',
    min: 1,
    max: 10_000,
    default: 16,
  }),
  TRUSTGRAPH_CONFIG_PUSH_QUEUE: text({
    meaning: 'Queue on which the config service says that something changed, as --config-push-queue says it',
    default: 'notify:tg:config',
  }),
  TRUSTGRAPH_CONFIG_TIMEOUT_SECONDS: integer({
    meaning: 'Longest silence of the config service, as --config-timeout says it',
    unit: 's',
    min: 1,
    max: 86_400,
    default: 60,
  }),
  TRUSTGRAPH_CONFIG_TYPE: text({
    meaning: 'Config type whose parameters win over those of agent-mem and agent, as --config-type says it; empty: none',
    default: '',
  }),
};
