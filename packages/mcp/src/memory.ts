import type { Init, OperationName, RequestOf, ResponseOf, Scoped, ServiceName } from '@agent-mem/contract';
import type { Caller, CallOptions } from '@agent-mem/messaging';

/** Memory as one client sees it. */
export interface Memory {
  /** Asks the services, after it has checked that the client may ask that. */
  readonly caller: Pick<Caller, 'call'>;
  /** Whose memory it is, as far as the client's way in says so; its credential says the rest. Models have no say in it. */
  readonly scope: Partial<Scoped>;
  readonly options: Pick<CallOptions, 'timeoutMs' | 'signal'>;
}

/** Asks one operation in the client's scope. */
export function ask<Service extends ServiceName, Operation extends OperationName<Service>>(
  { caller, scope, options }: Memory,
  service: Service,
  operation: Operation,
  request: Init<RequestOf<Service, Operation>>,
): Promise<ResponseOf<Service, Operation>> {
  // A request is an object of members, among them those of the scope.
  return caller.call(service, operation, { ...(request as object), ...scope } as typeof request, options);
}
