import type { Ports } from '@agent-mem/runtime';
import type { Tracing } from '../tracing/tracing.ts';
import { modelSpans, storeSpans } from './port-spans.ts';
import { tracedBus } from './traced-bus.ts';
import { tracedChatModel } from './traced-chat-model.ts';
import { tracedDetails } from './traced-details.ts';
import { tracedEmbedder } from './traced-embedder.ts';
import { tracedGraph } from './traced-graph.ts';
import { tracedKeyValue } from './traced-key-value.ts';
import { tracedReranker } from './traced-reranker.ts';
import { tracedSearchIndex } from './traced-search-index.ts';

/** The ports with what is asked of them as spans; without tracing the ports themselves. */
export function tracedPorts<Own extends Ports>(ports: Own, tracing: Tracing | null): Own {
  if (!tracing) return ports;
  const { tracer, systems } = tracing;
  const { chatModel, summaryModel, embedder, previousEmbedder, reranker } = ports;
  return {
    ...ports,
    bus: tracedBus(ports.bus, tracing),
    graph: tracedGraph(ports.graph, storeSpans(tracer, 'graph', systems.graph)),
    searchIndex: tracedSearchIndex(ports.searchIndex, storeSpans(tracer, 'search-index', systems.searchIndex)),
    keyValue: tracedKeyValue(ports.keyValue, storeSpans(tracer, 'key-value', systems.keyValue)),
    details: tracedDetails(ports.details, storeSpans(tracer, 'details', systems.details)),
    chatModel: tracedChatModel(chatModel, modelSpans(tracer, chatModel.id)),
    summaryModel: tracedChatModel(summaryModel, modelSpans(tracer, summaryModel.id)),
    embedder: tracedEmbedder(embedder, modelSpans(tracer, embedder.id)),
    previousEmbedder: previousEmbedder && tracedEmbedder(previousEmbedder, modelSpans(tracer, previousEmbedder.id)),
    reranker: reranker && tracedReranker(reranker, modelSpans(tracer, reranker.id)),
  };
}
