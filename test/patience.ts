import { vi } from 'vitest';

/** How long a test waits for what it expects to come, where it does not say so itself: long enough for a machine with other things to do. */
const patienceMs = 20_000;

const { waitFor } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
