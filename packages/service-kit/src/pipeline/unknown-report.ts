import { OperationError, type ServiceName, unknownMembers } from '@agent-mem/contract';
import type { IncomingRequest, Reply } from '@agent-mem/messaging';

/** What a request from the bus holds that is not known. gRPC's binary messages have lost it before they come here, as proto3 says. */
export interface UnknownReport {
  /** Throws `invalid-argument` if there is anything. */
  refuse(): void;
  /** The member `warnings` of a reply: the report in the first, `null` in those that follow. */
  once(): Pick<Reply, 'warnings'>;
}

/** Looks at a request of a service before anything is done with it. */
export function createUnknownReport(service: ServiceName, { door, envelope }: IncomingRequest): UnknownReport {
  const found = door === 'grpc' ? [] : unknownMembers(service, envelope);
  let untold: readonly string[] | null = found.length > 0 ? found : null;
  return {
    refuse() {
      const [first] = found;
      if (first === undefined) return;
      untold = null;
      throw new OperationError('invalid-argument', first);
    },
    once() {
      const warnings = untold;
      untold = null;
      return { warnings };
    },
  };
}
