import { type Bus, type Notices, publishNotice } from '@agent-mem/messaging';
import { type Logger, untilAborted } from '@agent-mem/runtime';

/** How the relays of several processes wake one another. */
export interface RelayNotices {
  /** Wakes the relay of a process, by its name. A notice may be lost. */
  send(holder: string): void;
  /** Calls back at each notice to this process. */
  listen(wake: () => void): Disposable;
}

/** What it is about, on the reply topic of the process. */
const noticeId = 'relay';

/** Notices on the reply topic that each process has. While one is on its way to a process, all further ones are one. */
export function relayNotices({
  bus,
  notices,
  log,
}: {
  readonly bus: Bus;
  readonly notices: Notices;
  readonly log: Logger;
}): RelayNotices {
  const sending = new Set<string>();
  const wanted = new Set<string>();

  async function sendWanted(holder: string): Promise<void> {
    sending.add(holder);
    try {
      while (wanted.delete(holder)) await publishNotice(bus, holder, noticeId);
    } catch (err) {
      log.debug({ err, holder }, 'a process is not woken to publish events: it looks for them by itself');
    } finally {
      sending.delete(holder);
    }
  }

  return {
    send(holder) {
      wanted.add(holder);
      if (!sending.has(holder)) void sendWanted(holder);
    },
    listen(wake) {
      const over = new AbortController();
      // It rejects when the process gives up its reply topic, and with it all it could hear.
      listenUntil(over.signal, notices, wake).catch(() => undefined);
      return { [Symbol.dispose]: () => over.abort() };
    },
  };
}

/** A listener hears one notice of an id, so each has one of its own. */
async function listenUntil(signal: AbortSignal, notices: Notices, wake: () => void): Promise<never> {
  for (;;) {
    using listener = notices.listen([noticeId]);
    await untilAborted(listener.after(0), signal);
    wake();
  }
}
