import { loopVariables } from '@agent-mem/agent-loop';
import { type ConfigOf, flag, integer, text } from '@agent-mem/runtime';
import { promptsFile } from '@agent-mem/service-kit';

/** How the process stands in a TrustGraph deployment. The command line of TrustGraph's processors sets them. */
const deploymentVariables = {
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

/** What each flow may decide for itself. */
export const flowVariables = {
  ...loopVariables,
  TRUSTGRAPH_MEMORY_MODE: text({
    meaning:
      'In a TrustGraph flow, what memory does: off (the agent is as the stock one), read (it is recalled), read-write (and learns), full (and promotes what is worth it when a conversation ends)',
    default: 'full',
    oneOf: ['off', 'read', 'read-write', 'full'],
  }),
  TRUSTGRAPH_MEMORY_SCOPE: text({
    meaning:
      'In a TrustGraph flow, whose memory it is: all who ask in the workspace and collection share one (workspace), or each conversation has one of its own (conversation)',
    default: 'workspace',
    oneOf: ['workspace', 'conversation'],
  }),
  TRUSTGRAPH_FACTS_TO_TRIPLES: flag({
    meaning: "In a TrustGraph flow, facts that its workspace learns are also written to TrustGraph's knowledge store, as triples",
    default: false,
  }),
  TRUSTGRAPH_UNKNOWN_TOOL: text({
    meaning:
      "In a TrustGraph flow, what a tool's name that nobody offers is: an error that ends the run, as with the stock agent, or an observation",
    default: 'error',
    oneOf: ['error', 'observation'],
  }),
  TRUSTGRAPH_TOOL_TIMEOUT_MS: integer({
    meaning: 'In a TrustGraph flow, time for one call of a tool',
    unit: 'ms',
    min: 1,
    max: 3_600_000,
    default: 600_000,
  }),
};

/** What can be set about TrustGraph's flows. */
export const variables = {
  ...deploymentVariables,
  TRUSTGRAPH_MEMORY_ID: text({
    meaning: "Processor id by which TrustGraph's flows name the memory interface, where the fleet stands in such flows",
    default: 'agent-mem-memory',
  }),
  ...flowVariables,
  TRUSTGRAPH_ERROR_FORM: text({
    meaning:
      "In TrustGraph's flows, the error of a run that failed holds beside the frame's text: its type alone (empty: gateways from 2.10.18 to 2.11.1 pass the frame on), nothing (none), or the text again (text: what clients before read)",
    default: 'empty',
    oneOf: ['empty', 'none', 'text'],
  }),
  PROMPTS_FILE: promptsFile,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
