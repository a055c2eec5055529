import { operationOf, type ServiceName } from '@agent-mem/contract';

/** The operation an unchecked envelope names; `null` if it names none. A label for logs and figures, never a check. */
export function namedOperation(service: ServiceName, envelope: unknown): string | null {
  try {
    return operationOf(service, envelope);
  } catch {
    return null;
  }
}
