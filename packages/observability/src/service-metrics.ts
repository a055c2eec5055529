import type { ErrorType, ModelUsage } from '@agent-mem/contract';
import type { FlowRunMetrics } from './flow-run-metrics.ts';

/**
 * What came of one question to a model that learns: its answer was `used`, or `repaired` once it was shown what was wrong with it. `unusable`, or
 * `failed` for good: the rules had their turn. `away`: it failed in a way that may pass.
 */
export type PassOutcome = 'used' | 'repaired' | 'unusable' | 'failed' | 'away';

/** What a service counts beside its requests. */
export interface ServiceMetrics {
  /** So many memories of this kind were added (negative: taken away). */
  memories(kind: string, added: number): void;
  /** So many memories of this kind were not stored, or were retired: over a `quota`, of a `category` that is not learned, `expired`, `pruned`, `evicted`. */
  leftOut(kind: string, why: 'quota' | 'category' | 'expired' | 'pruned' | 'evicted', count: number): void;
  /** A model answered this template outside any request: `used`, or why not (`not-json`, `failed` …). Few different words. */
  modelAnswer(template: string, outcome: string): void;
  /** An entry of an answer of a model was not used, for this reason; the others were. */
  modelEntryDropped(template: string, reason: string): void;
  /** A model was asked to learn, in the pass of this template. */
  learningPass(pass: string, model: string, outcome: PassOutcome): void;
  /** What a model was to learn by this template waits: for the `model`, which is away, or for its `tokens`, which are spent. */
  learningWaits(template: string, waitsFor: string): void;
  /** A model was asked, in a request or outside any. */
  modelUsage(usage: ModelUsage): void;
  /** A tool of this source was called: `answered`, `failed` or `late`. `bytes`: its output, before anything cuts it. */
  toolCalled(source: string, outcome: string, ms: number, bytes: number): void;
  /** So many invocations of agents run in this process, and so many that it has accepted wait for a place. */
  invocations(running: number, pending: number): void;
  /** A request of the proxy went on: its memory was `recalled`, `nothing`, `unavailable` or, as the client wished, `off`. */
  proxied(memory: 'recalled' | 'nothing' | 'unavailable' | 'off'): void;
  /** A turn of the proxy was not stored, for an error of this type. A command that is on a broker may be carried out after its deadline. */
  turnNotStored(type: ErrorType): void;
  readonly flowRun: FlowRunMetrics;
  /** So much of this kind was found in what was to be stored, and `allowed`, `redacted` or `refused`. */
  sensitive(kind: string, action: string, count: number): void;
}
