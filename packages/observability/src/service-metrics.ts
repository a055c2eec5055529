import type { ModelUsage } from '@agent-mem/contract';
import type { FlowRunMetrics } from './flow-run-metrics.ts';

/** What a service counts beside its requests. */
export interface ServiceMetrics {
  /** So many memories of this kind were added (negative: taken away). */
  memories(kind: string, added: number): void;
  /** So many memories of this kind were not stored, or were retired: over a `quota`, `expired`, `pruned`, `evicted`. */
  leftOut(kind: string, why: 'quota' | 'expired' | 'pruned' | 'evicted', count: number): void;
  /** A model answered this template outside any request: `used`, or why not (`not-json`, `failed` …). Few different words. */
  modelAnswer(template: string, outcome: string): void;
  /** What a model was to learn by this template waits: for the `model`, which is away, or for its `tokens`, which are spent. */
  learningWaits(template: string, waitsFor: string): void;
  /** A model was asked, in a request or outside any. */
  modelUsage(usage: ModelUsage): void;
  readonly flowRun: FlowRunMetrics;
  /** So much of this kind was found in what was to be stored, and `allowed`, `redacted` or `refused`. */
  sensitive(kind: string, action: string, count: number): void;
}
