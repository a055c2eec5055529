import { DamagedData, OperationError } from '@agent-mem/contract';

/** What helps where an embedded store cannot be used. A backup helps where data is damaged, and nowhere else. */
export function remedyForFile(error: unknown): string {
  if (!(error instanceof OperationError) || error instanceof DamagedData)
    return 'run agent-mem check; agent-mem restore brings a backup back';
  return error.type === 'failed-precondition'
    ? 'start the newer agent-mem that wrote the file, or set another DATA_DIR'
    : 'make room there or make it writable, or set another DATA_DIR';
}

/** What helps where the server of a store cannot be used. */
export function remedyForServer(port: 'GRAPH' | 'SEARCH' | 'KEYVALUE' | 'DETAILS'): string {
  const access = port === 'SEARCH' ? 'SEARCH_API_KEY' : `${port}_USER and ${port}_PASSWORD`;
  return `start that server, or set ${port}_URL, ${access}, and for TLS ${port}_CA_FILE`;
}

/** What helps where the broker cannot be used. `failed-precondition`: this machine has no client for its protocol. */
export function remedyForBroker(error: unknown): string {
  const type = error instanceof OperationError ? error.type : null;
  if (type === 'unauthenticated' || type === 'permission-denied') return 'set PULSAR_TOKEN to a token it accepts';
  if (type === 'failed-precondition') return 'install that client, or set BUS_URL to the ws:// or wss:// URL of the broker';
  return 'start the broker, set BUS_URL, or run agent-mem init once';
}
