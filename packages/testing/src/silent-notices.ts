import type { Notices } from '@agent-mem/messaging';

/** The notices of a process that gets none. */
export const silentNotices: Notices = {
  client: 'nobody',
  listen: () => ({ received: 0, after: () => new Promise(() => undefined), [Symbol.dispose]: () => undefined }),
};
