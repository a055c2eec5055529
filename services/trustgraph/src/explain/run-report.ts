import { OperationError } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import type { AgentCall, LibraryText, ServedFlow } from '@agent-mem/trustgraph';
import type { Explained } from './explain.ts';

/** Longest that an answer waits for the librarian, in milliseconds; one that was silent is not waited for again for so long. */
const librarianMs = 5_000;
const silenceMs = 60_000;

/** Reports to clients and the flow's stores what a run did. */
export interface RunReport {
  /** To the client, and to the graph store. Rejects where the broker does not take the client's frame. */
  explain(step: Explained): Promise<void>;
  /** Whether the librarian keeps the text; without one, for an empty text, and when it fails or is silent, it does not. Never rejects. */
  store(text: LibraryText): Promise<boolean>;
}

/** When the librarian of a flow may be asked again, in milliseconds since 1970. */
export interface LibrarianState {
  askAgainAt: number;
}

/** The report of one step. */
export function runReport(
  { reply, request, signal }: Pick<AgentCall, 'reply' | 'request' | 'signal'>,
  { clients }: Pick<ServedFlow, 'clients'>,
  librarian: LibrarianState,
  { clock, log }: { readonly clock: { now(): number }; readonly log: Logger },
): RunReport {
  return {
    async explain({ id, triples }) {
      const metadata = { id, root: '', collection: request.collection };
      // A store that is away must not end the run.
      const stored = clients.explainability?.({ metadata, triples }).catch((error) => {
        log.warn({ err: error }, 'provenance could not be sent to the graph store');
      });
      await Promise.all([stored, reply.explain(id, triples)]);
    },
    async store(text) {
      if (!clients.librarian || text.text === '' || clock.now() < librarian.askAgainAt) return false;
      try {
        await clients.librarian.add(text, { signal, idleMs: librarianMs });
        return true;
      } catch (error) {
        log.warn({ err: error }, 'the librarian did not store a text');
        if (OperationError.from(error).type === 'deadline-exceeded') librarian.askAgainAt = clock.now() + silenceMs;
        return false;
      }
    },
  };
}
