import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Calls back, in the same turn, when a request of this process's HTTP servers begins and when its answer has left. */
export function watchAnswering(began: () => void, answered: () => void): Disposable {
  subscribe('http.server.request.start', began);
  subscribe('http.server.response.finish', answered);
  return {
    [Symbol.dispose]() {
      unsubscribe('http.server.request.start', began);
      unsubscribe('http.server.response.finish', answered);
    },
  };
}
