import { type ErrorType, topicUrl } from '@agent-mem/contract';
import type { Backlog, DeadLetterSource } from '@agent-mem/messaging';
import { Registry } from 'prom-client';
import { figuresIn } from './figures-in.ts';
import { createFlowRunMetrics } from './flow-run-metrics.ts';
import { processFigures } from './process-figures.ts';
import type { ServiceMetrics } from './service-metrics.ts';

/** A gauge of dead letters is to alarm, not to count them to the end. */
export const mostCounted = 100;

/** How far the search index is behind the Graph. */
export interface IndexLag {
  /** Nodes whose document is not made yet; counted to 1,000. */
  readonly nodes: number;
  /** Since the one that waits longest was changed. */
  readonly seconds: number;
}

/** What a figure is counted by. Ids never are: they go into logs. */
export interface RequestLabels {
  readonly service: string;
  readonly operation: string;
  readonly door: string;
}

/** The figures of one host, in a registry of its own, so that two hosts in a process do not meet. */
export interface HostMetrics {
  readonly registry: Registry;
  began(labels: RequestLabels, attempt: number): void;
  ended(labels: RequestLabels, ms: number, error: ErrorType | null): void;
  deadLetter(labels: RequestLabels): void;
  /** So many dead letters of a subscription wait for somebody to look at them. */
  deadLettersWaiting(source: DeadLetterSource, count: number): void;
  backlog(of: Backlog): void;
  indexLag(lag: IndexLag): void;
  /** Whether the bus or a store, by the name in `/health/ready`, does not answer. */
  portAway(name: string, isAway: boolean): void;
  /** A caller was refused, or would have been, for this reason. */
  refused(reason: string, door: string): void;
  ofService(service: string): ServiceMetrics;
}

const names = ['service', 'operation', 'door'] as const;
const ofSubscription = ['topic', 'subscription'] as const;

/** Makes the figures of one host, all at zero. */
export function createHostMetrics(): HostMetrics {
  const registry = new Registry();
  const { counter, gauge, histogram } = figuresIn(registry);
  const requests = counter('agentmem_requests_total', 'Requests and events taken', names);
  const errors = counter('agentmem_errors_total', 'Requests and events that ended in an error, by its type', [...names, 'type']);
  const seconds = histogram(
    'agentmem_request_seconds',
    'Time from taking a request to its last reply',
    names,
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
  );
  const inFlight = gauge('agentmem_requests_in_flight', 'Requests being handled', names);
  const redeliveries = counter('agentmem_redeliveries_total', 'Deliveries after the first of a message', names);
  const deadLetters = counter('agentmem_dead_letters_total', 'Messages given up', names);
  const deadLettersWaiting = gauge(
    'agentmem_dead_letters_waiting',
    `Dead letters to be replayed or dropped; at most ${mostCounted} are counted`,
    ofSubscription,
  );
  const backlogMessages = gauge(
    'agentmem_backlog_messages',
    'Messages of the embedded bus that wait for a handler',
    ofSubscription,
  );
  const backlogSeconds = gauge(
    'agentmem_backlog_seconds',
    'Since the message of the embedded bus fell due that waits longest for a handler',
    ofSubscription,
  );
  const lagNodes = gauge('agentmem_index_lag_nodes', 'Nodes whose search document is not made yet; counted to 1,000');
  const lagSeconds = gauge('agentmem_index_lag_seconds', 'Since the node was changed that waits longest for its search document');
  const portsAway = gauge('agentmem_port_away', '1 where the bus or a store does not answer within 2 s, else 0', ['port']);
  const refused = counter(
    'agentmem_refused_total',
    'Callers that were refused, or would have been where AUTH is report, by reason',
    ['door', 'reason'],
  );
  const memories = gauge('agentmem_memories_added', 'Memories added less those taken away since the start, by kind', [
    'service',
    'kind',
  ]);
  const leftOut = counter(
    'agentmem_memories_left_out_total',
    'Memories that were not kept, or no longer: over a quota, of a category that is not learned, expired, pruned or evicted',
    ['service', 'kind', 'reason'],
  );
  const sensitiveData = counter(
    'agentmem_sensitive_data_total',
    'Secrets and numbers of cards and accounts found in what was to be stored, and what was done about them',
    ['service', 'kind', 'action'],
  );
  const toolSeconds = histogram(
    'agentmem_tool_seconds',
    'Time of calls of tools, by where the tool comes from and how the call ended',
    ['service', 'source', 'outcome'],
    [0.01, 0.1, 0.5, 1, 5, 10, 30, 120, 600],
  );
  const toolBytes = histogram(
    'agentmem_tool_output_bytes',
    'Output of tools, by where the tool comes from',
    ['service', 'source'],
    [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000],
  );
  const modelAnswers = counter(
    'agentmem_model_answers_total',
    'Answers of models outside any request, by template and what became of them',
    ['service', 'template', 'outcome'],
  );
  const modelEntriesDropped = counter(
    'agentmem_model_entries_dropped_total',
    'Entries of the answers of models that were not used though others of the answer were, by template and reason',
    ['service', 'template', 'reason'],
  );
  const learningPasses = counter(
    'agentmem_learning_passes_total',
    'Questions to models that learn, by pass and what came of them',
    ['service', 'pass', 'model', 'outcome'],
  );
  const learningWaits = counter(
    'agentmem_learning_waits_total',
    'What models were to learn and do later, by template and by what it waits for: model (away), tokens (spent)',
    ['service', 'template', 'reason'],
  );
  const modelCalls = counter('agentmem_model_calls_total', 'Answers of models, in requests and outside any', [
    'service',
    'model',
  ]);
  const modelTokens = counter(
    'agentmem_model_tokens_total',
    'Tokens of prompts (in) and answers (out) of models, as the server reports them or as we estimate',
    ['service', 'model', 'direction', 'source'],
  );
  const invocations = gauge(
    'agentmem_invocations',
    'Invocations of agents that run in this process, or wait for a place and were accepted here, by state',
    ['service', 'state'],
  );
  const proxied = counter('agentmem_proxy_requests_total', 'Requests of the proxy that went on, by what memory gave them', [
    'service',
    'memory',
  ]);
  const turnsNotStored = counter(
    'agentmem_proxy_turns_not_stored_total',
    'Turns of the proxy that were not stored, by the error',
    ['service', 'type'],
  );
  const flowRun = createFlowRunMetrics(registry);
  processFigures(registry);
  return {
    registry,
    began(labels, attempt) {
      const counted = { ...labels };
      requests.inc(counted);
      inFlight.inc(counted);
      if (attempt > 1) redeliveries.inc(counted);
    },
    ended(labels, ms, error) {
      const counted = { ...labels };
      inFlight.dec(counted);
      seconds.observe(counted, ms / 1000);
      if (error) errors.inc({ ...counted, type: error });
    },
    deadLetter: (labels) => deadLetters.inc({ ...labels }),
    deadLettersWaiting: ({ topic, subscription }, count) =>
      deadLettersWaiting.set({ topic: topicUrl(topic), subscription }, count),
    backlog({ topic, subscription, messages, seconds }) {
      const counted = { topic: topicUrl(topic), subscription };
      backlogMessages.set(counted, messages);
      backlogSeconds.set(counted, seconds);
    },
    indexLag({ nodes, seconds }) {
      lagNodes.set(nodes);
      lagSeconds.set(seconds);
    },
    portAway: (port, isAway) => portsAway.set({ port }, isAway ? 1 : 0),
    refused: (reason, door) => refused.inc({ door, reason }),
    ofService: (service) => ({
      memories: (kind, added) => memories.inc({ service, kind }, added),
      leftOut: (kind, reason, count) => leftOut.inc({ service, kind, reason }, count),
      sensitive: (kind, action, count) => sensitiveData.inc({ service, kind, action }, count),
      learningWaits: (template, reason) => learningWaits.inc({ service, template, reason }),
      modelAnswer: (template, outcome) => modelAnswers.inc({ service, template, outcome }),
      modelEntryDropped: (template, reason) => modelEntriesDropped.inc({ service, template, reason }),
      learningPass: (pass, model, outcome) => learningPasses.inc({ service, pass, model, outcome }),
      modelUsage({ model, calls, tokens_in, tokens_out, estimated }) {
        const source = estimated ? 'estimate' : 'server';
        modelCalls.inc({ service, model }, calls);
        modelTokens.inc({ service, model, direction: 'in', source }, tokens_in);
        modelTokens.inc({ service, model, direction: 'out', source }, tokens_out);
      },
      toolCalled(source, outcome, ms, bytes) {
        toolSeconds.observe({ service, source, outcome }, ms / 1_000);
        toolBytes.observe({ service, source }, bytes);
      },
      invocations(running, pending) {
        invocations.set({ service, state: 'running' }, running);
        invocations.set({ service, state: 'pending' }, pending);
      },
      proxied: (memory) => proxied.inc({ service, memory }),
      turnNotStored: (type) => turnsNotStored.inc({ service, type }),
      flowRun,
    }),
  };
}
