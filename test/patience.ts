import { vi } from 'vitest';

/** How long a test waits at least for what it expects to come: long enough for a machine with other things to do. */
const patienceMs = 100_000;

const { waitFor } = vi;
// Test files that share a process come by here in turn.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options = {}) {
    const given = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { ...given, timeout: Math.max(given.timeout ?? 0, patienceMs) });
  };
}
