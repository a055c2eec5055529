import type { OperationName, RequestOf, ServiceName } from './index.ts';
import type { Init } from './init.ts';

/** The message that asks a service for an operation: its only member is the operation's. */
export function envelopeOf<Service extends ServiceName, Name extends OperationName<Service>>(
  _service: Service,
  operation: Name,
  request: Init<RequestOf<Service, Name>>,
): Record<string, unknown> {
  return { [operation]: request };
}
