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

/**
 * Reads and writes the properties of a mark: when its purge was made, by the clock of its process, in milliseconds since 1970 (0: it is no such mark), and
 * when a process first met it whose own clock was far behind that (0: none has).
 */
export const storedPurgeMark = storedMembers<{ readonly purged_before: number; readonly met_at: number }>(null, {
  purged_before: 0,
  met_at: 0,
});
