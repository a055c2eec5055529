import type { Settings } from '@agent-mem/contract';
import { storedMembers } from '@agent-mem/storage';

/** Reads and writes the properties of settings: what was set at one level. */
export const storedSettings = storedMembers<Settings>('Settings', {
  memory: null,
  sensitive_data: null,
  personal_data: null,
  learning_instructions: null,
  keep_categories: [],
  never_categories: [],
  learn_tokens_per_day: null,
  profile_schema: null,
});

/** Reads and writes the properties of a mark: when its purge was sent, in milliseconds since 1970. 0: it is no such mark. */
export const storedPurgeMark = storedMembers<{ readonly purged_before: number }>(null, { purged_before: 0 });
