/** What a service counts beside its requests. */
export interface ServiceMetrics {
  /** So many memories of this kind were added (negative: taken away). */
  memories(kind: string, added: number): void;
}
