import { loopVariables } from '@agent-mem/agent-loop';
import { hourMs } from '@agent-mem/contract';
import { type ConfigOf, flag, headerSecret, integer, text } from '@agent-mem/runtime';
import { promptsFile } from '@agent-mem/service-kit';

/** How the process stands in a TrustGraph deployment. The command line of TrustGraph's processors sets them. */
const deploymentVariables = {
  TRUSTGRAPH_ID: text({
    meaning:
      "Processor id under which TrustGraph's flows name this agent (flag --id); empty: no flows, and no connection to TrustGraph's broker",
    default: '',
  }),
  TRUSTGRAPH_PULSAR_URL: text({
    meaning: "TrustGraph's broker: pulsar://host:port or ws://host:port (pulsar+ssl: and wss: over TLS; flag --pulsar-host)",
    default: 'pulsar://pulsar:6650',
  }),
  TRUSTGRAPH_PULSAR_TOKEN: headerSecret({
    meaning: 'Token for that broker (flag --pulsar-api-key); empty: none',
  }),
  TRUSTGRAPH_PULSAR_LISTENER: text({
    meaning:
      "Listener name of the broker's address for this process (flag --pulsar-listener); with pulsar: only; empty: the broker's default",
    default: '',
  }),
  TRUSTGRAPH_CONCURRENCY: integer({
    meaning: 'Most questions that run at once in each flow (flag --concurrency)',
    min: 1,
    max: 10_000,
    default: 16,
  }),
  TRUSTGRAPH_CONFIG_PUSH_QUEUE: text({
    meaning: 'Queue on which the config service announces changes (flag --config-push-queue)',
    default: 'notify:tg:config',
  }),
  TRUSTGRAPH_CONFIG_TIMEOUT_SECONDS: integer({
    meaning: 'Longest silence of the config service (flag --config-timeout)',
    unit: 's',
    min: 1,
    max: 86_400,
    default: 60,
  }),
  TRUSTGRAPH_CONFIG_TYPE: text({
    meaning: 'Config type whose parameters win over those of agent-mem and agent (flag --config-type); empty: none',
    default: '',
  }),
};

/** What each flow may decide for itself. */
export const flowVariables = {
  ...loopVariables,
  TRUSTGRAPH_MEMORY_MODE: text({
    meaning:
      'In a TrustGraph flow, mode of memory: off (the agent works as the stock one), read (recall alone), read-write (recall and learning), full (also promotes facts at the end of a conversation)',
    default: 'full',
    oneOf: ['off', 'read', 'read-write', 'full'],
  }),
  TRUSTGRAPH_MEMORY_SCOPE: text({
    meaning:
      'In a TrustGraph flow, owner of memory: workspace (all callers of the workspace and collection share one memory) or conversation (each conversation has its own)',
    default: 'workspace',
    oneOf: ['workspace', 'conversation'],
  }),
  TRUSTGRAPH_FACTS_TO_TRIPLES: flag({
    meaning:
      "In a TrustGraph flow, whether facts that its workspace learns are also written to TrustGraph's knowledge store, as triples",
    default: false,
  }),
  TRUSTGRAPH_UNKNOWN_TOOL: text({
    meaning:
      'In a TrustGraph flow, result of a call of an unknown tool: error (ends the run, as with the stock agent) or observation',
    default: 'error',
    oneOf: ['error', 'observation'],
  }),
  TRUSTGRAPH_TOOL_TIMEOUT_MS: integer({
    meaning: 'In a TrustGraph flow, time for one call of a tool',
    unit: 'ms',
    min: 1,
    max: hourMs,
    default: 600_000,
  }),
};

/** What can be set about TrustGraph's flows. */
export const variables = {
  ...deploymentVariables,
  TRUSTGRAPH_MEMORY_ID: text({
    meaning: "Processor id under which TrustGraph's flows name the memory interface, with TRUSTGRAPH_ID",
    default: 'agent-mem-memory',
  }),
  ...flowVariables,
  TRUSTGRAPH_ERROR_FORM: text({
    meaning:
      "In a TrustGraph flow, form of the error in the last frame of a failed run, beside the frame's text: empty (its type alone; gateways from 2.10.18 to 2.11.1 pass such a frame on), none (no error) or text (the text again, for older clients)",
    default: 'empty',
    oneOf: ['empty', 'none', 'text'],
  }),
  PROMPTS_FILE: promptsFile,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
