import type { ModelUsage } from '@agent-mem/contract';
import type { Job, JobResult } from '@agent-mem/service-kit';
import type { JsonObject, JsonValue } from '@agent-mem/storage';

/** The kind of job that makes insights. */
export const insightsKind = 'insights';

/** What a job for insights is to do. */
export interface InsightsInput {
  readonly conversation_ids: readonly string[];
  /** One conversation was asked for by itself: its insights are no list. */
  readonly single: boolean;
  readonly items: readonly string[];
  readonly task: string | null;
  readonly output_schema: string | null;
}

/** The insights that were made of one conversation. */
export interface MadeInsight {
  readonly conversation_id: string;
  readonly insight_id: string;
  readonly by: string;
  readonly model_away: boolean;
  /** JSON. */
  readonly results: string;
}

/** What a slice leaves to the next: as many insights as are made, and what the model found in the parts of the conversation at hand. */
export interface InsightsMemo {
  readonly made: readonly MadeInsight[];
  /** JSON; empty: no part of the next conversation was read. */
  readonly found: string;
  /** The position of the last message that was read. */
  readonly read: number;
  readonly usage: readonly ModelUsage[];
}

/** Reads what `jobOf` has read of a node that this service has written. */
export function inputOf({ input }: Pick<Job, 'input'>): InsightsInput {
  return input as unknown as InsightsInput;
}

/** Reads what the slice before has left. */
export function memoOf({ memo }: Pick<Job, 'memo'>): InsightsMemo {
  return { made: [], found: '', read: 0, usage: [], ...(memo as unknown as Partial<InsightsMemo>) };
}

/** As it is stored. */
export function storedMemo(memo: InsightsMemo): JsonObject {
  return { ...memo, made: memo.made.map((each) => ({ ...each })), usage: memo.usage.map((each) => ({ ...each })) };
}

/** What came of the job, for GetJob and for the answer. */
export function resultOf({ single }: InsightsInput, { made, usage }: InsightsMemo): JobResult {
  const list = made.map(({ conversation_id, insight_id, by, results }) => ({
    conversation_id,
    insight_id,
    by,
    results: JSON.parse(results) as JsonValue,
  }));
  const [first] = made;
  return {
    results: single ? (first?.results ?? '{}') : JSON.stringify(list),
    by: [...new Set(made.map(({ by }) => by))].join(', '),
    ...(single && first && { insight_id: first.insight_id }),
    ...(made.some(({ model_away }) => model_away) && { model_away: 'true' }),
    ...(usage.length > 0 && { usage: JSON.stringify(usage) }),
  };
}
