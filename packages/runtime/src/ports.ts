import type { Clock } from '@agent-mem/contract';
import type { ChatModel, Embedder, Reranker } from '@agent-mem/llm';
import type { Bus } from '@agent-mem/messaging';
import type {
  Details,
  DetailsMaintenance,
  Graph,
  GraphArchive,
  GraphMaintenance,
  KeyValue,
  KeyValueMaintenance,
  SearchIndex,
  SearchIndexMaintenance,
} from '@agent-mem/storage';

/** The bus, the stores and the models, built in one place. */
export interface Ports {
  readonly bus: Bus;
  readonly graph: Graph & GraphMaintenance & GraphArchive;
  readonly searchIndex: SearchIndex & SearchIndexMaintenance;
  readonly keyValue: KeyValue & KeyValueMaintenance;
  readonly details: Details & DetailsMaintenance;
  readonly chatModel: ChatModel;
  /** Writes summaries, descriptions and articles; the chat model where no other is named. */
  readonly summaryModel: ChatModel;
  readonly embedder: Embedder;
  /** The embedder whose vectors the other's take the place of; questions go by it in scopes where it has more. `null`: none. */
  readonly previousEmbedder: Embedder | null;
  /** `null`: what is recalled is not reranked. */
  readonly reranker: Reranker | null;
  readonly clock: Clock;
  /** How long the broker may keep what was published to it, in milliseconds; `null`: nothing is on a broker. */
  readonly brokerRetentionMs: number | null;
}
