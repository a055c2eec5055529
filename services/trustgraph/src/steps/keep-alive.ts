import type { Clock } from '@agent-mem/contract';
import { iri, type RunNames, retrievalGraph, triple } from '@agent-mem/trustgraph';
import type { Explained } from '../explain/explain.ts';

/** Clients of TrustGraph take a silence of 120 seconds for a failure, and ask again. */
const everyMs = 60_000;

/** Sends a sign of life every minute, until it is disposed. What `send` rejects with is passed over. */
export function keepAlive(clock: Clock, send: () => Promise<void>): Disposable {
  const over = new AbortController();
  const run = async () => {
    for (;;) {
      await clock.sleep(everyMs, over.signal);
      await send();
    }
  };
  run().catch(() => undefined);
  return { [Symbol.dispose]: () => over.abort('over') };
}

/**
 * The sign of life of a run. It says nothing new of it, and is there because clients that explain runs look up what comes without triples, again and again, and
 * show what has another type.
 */
export function signOfLife({ session }: RunNames): Explained {
  const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
  return { id: session, triples: [triple(session, type, iri('http://www.w3.org/ns/prov#Entity'), retrievalGraph)] };
}
