import type { RequirementId } from './requirements.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The requirements a test holds. */
    verifies?: readonly RequirementId[];
  }
}

/** Options of a test that say what it holds: `it('…', verifies('event.once'), async () => …)`. */
export function verifies(...ids: readonly RequirementId[]) {
  return { meta: { verifies: ids } };
}
