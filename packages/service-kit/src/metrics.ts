import type { DialogueMetrics } from './dialogue-metrics.ts';

/** What a service counts beside its requests. */
export interface ServiceMetrics {
  /** So many memories of this kind were added (negative: taken away). */
  memories(kind: string, added: number): void;
  /** A model answered this template outside any request: `used`, or why not (`not-json`, `failed` …). Few different words. */
  modelAnswer(template: string, outcome: string): void;
  readonly dialogue: DialogueMetrics;
}
