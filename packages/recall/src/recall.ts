import type { LeftOutItem } from '@agent-mem/contract';
import type { Embedder, Reranker } from '@agent-mem/llm';
import type { AttributeFilter, IndexHit, NodeKind, SearchIndex } from '@agent-mem/storage';
import type { Analysis } from './analysis.ts';
import type { RecallParameters } from './ranking/parameters.ts';
import type { RecallUse } from './ranking/presets.ts';
import type { PastQuestion } from './ranking/question.ts';
import type { Stretch } from './stretch.ts';
import type { RecallConfig } from './variables.ts';

/** What to recall. */
export interface RecallRequest {
  readonly kinds: readonly NodeKind[];
  /** Which profile ranks it. */
  readonly use: RecallUse;
  readonly query: string;
  /** A vector of the query, made by `embedder`; another embedder than ours is refused with `invalid-argument`: "embedder: …". */
  readonly embedding?: readonly number[];
  readonly embedder?: string | null;
  /** 1 to 100; absent: what the preset says. */
  readonly topK?: number | null;
  /** Only what belongs to one of these stretches of conversations; `null`: to any. */
  readonly within?: readonly Stretch[] | null;
  /** The conversation that asks: sees what is visible only there. */
  readonly visibleFrom?: string | null;
  readonly roles?: readonly string[];
  /** Only what passes; `null`: everything does. */
  readonly filter?: AttributeFilter | null;
  /** 0 to 1; absent: what the preset says. */
  readonly scoreThreshold?: number | null;
  /** Replaces the configured one; unknown: refused with `invalid-argument`. */
  readonly preset?: string | null;
  /** Single parameters, stronger than the preset's and the configured ones; unknown ones are refused with `invalid-argument`. */
  readonly parameters?: RecallParameters;
  /** Reads questions like this one asked before, with what answered them. Absent: nothing is learned from them. */
  readonly pastQuestions?: (() => Promise<readonly PastQuestion[]>) | undefined;
  /** The texts behind ids, for a cross-encoder to read; those that are gone are left out. Absent: nothing is reranked. */
  textsOf?(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** One thing recalled. */
export interface Recalled {
  readonly id: string;
  /** Relevance, 0 to 1: comparable between questions. Items stand in order of `scores.ranking`, which only orders those of one question. */
  readonly score: number;
  /** By stage; see `docs/explanation/recall.md`. */
  readonly scores: Readonly<Record<string, number>>;
  readonly hit: IndexHit;
}

/** Best first. */
export interface Recall {
  readonly items: readonly Recalled[];
  /** Best score before the threshold; `null`: no candidate. */
  readonly bestScore: number | null;
  /**
   * Stages left out to keep the deadline, or because what they need has failed: `dense`, `asked_before`, `neighbours`, `rerank`. `filter`: documents of an
   * earlier version cannot be filtered yet, and were left out.
   */
  readonly degraded: readonly string[];
  /** Found and good enough, but beyond `topK`. */
  readonly leftOut: number;
  /** The best of what was found and is not in `items`: first those that `leftOut` counts. */
  readonly leftOutItems: readonly LeftOutItem[];
  readonly ms: number;
  /** Milliseconds of each stage that ran. */
  readonly stagesMs: Readonly<Record<string, number>>;
}

/** What recall needs of a handler's context. */
export interface RecallContext {
  readonly searchIndex: SearchIndex;
  readonly embedder: Embedder;
  /** `null`: the embedder has not been changed. */
  readonly previousEmbedder: Embedder | null;
  /** `null`: nothing is reranked. */
  readonly reranker: Reranker | null;
  readonly analysis: Analysis;
  readonly config: RecallConfig;
  readonly clock: { now(): number };
  readonly signal: AbortSignal;
  timeLeftMs(atMost: number): number;
}
