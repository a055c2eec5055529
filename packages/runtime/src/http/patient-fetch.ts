import type { Dispatcher } from 'undici';

/** What Node's `fetch` takes beside what it has in browsers. */
type PatientInit = RequestInit & { readonly dispatcher?: Dispatcher };

/**
 * `fetch` that waits as long as its signal lets it: for the answer to begin, and between its pieces. Node's own gives up after 300 s of either, less than
 * an operator may allow a model or a tool. A proxy that Node is set to stays in use.
 */
export async function patientFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  // Only those who ask need it, and a start does not. The bundle of the program has no names of a CommonJS module but `default`.
  const { default: undici } = await import('undici');
  const dispatcher = undici
    .getGlobalDispatcher()
    .compose((dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler));
  const patient: PatientInit = { ...init, dispatcher };
  return await fetch(input, patient);
}
