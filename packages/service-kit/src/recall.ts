import type { Scope } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import type { IndexHit, NodeKind, SearchIndex } from '@agent-mem/storage';

/** What to recall. */
export interface RecallRequest {
  readonly kinds: readonly NodeKind[];
  readonly query: string;
  /** A vector of the query, made by `embedder`; another embedder than ours is refused with `invalid-argument`: "embedder: …". */
  readonly embedding?: readonly number[];
  readonly embedder?: string | null;
  /** 1 to 100. */
  readonly topK: number;
  /** Only what belongs to this conversation. */
  readonly conversationId?: string | null;
  /** The conversation that asks: sees what is visible only there. */
  readonly visibleFrom?: string | null;
  readonly roles?: readonly string[];
  /** 0 to 1. */
  readonly scoreThreshold?: number | null;
}

/** One thing recalled. */
export interface Recalled {
  readonly id: string;
  /** 0 to 1. */
  readonly score: number;
  /** By stage: `lexical`, `dense`, `fused` … */
  readonly scores: Readonly<Record<string, number>>;
  readonly hit: IndexHit;
}

/** Best first. */
export interface Recall {
  readonly items: readonly Recalled[];
  /** Best score before the threshold; `null`: no candidate. */
  readonly bestScore: number | null;
  /** Stages left out: `dense` when the query could not be embedded in time. */
  readonly degraded: readonly string[];
  /** Found and good enough, but beyond `topK`. */
  readonly leftOut: number;
  readonly ms: number;
}

/** What recall needs of a handler's context. */
export interface RecallContext {
  readonly searchIndex: SearchIndex;
  readonly embedder: Embedder;
  readonly clock: { now(): number };
  readonly signal: AbortSignal;
  timeLeftMs(atMost: number): number;
}

/** Finds what answers a request, best first. */
export type RecallFunction = (context: RecallContext, scope: Scope, request: RecallRequest) => Promise<Recall>;
