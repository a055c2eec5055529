import { OperationError, type ServiceName, unknownMembers } from '@agent-mem/contract';
import type { Reply } from './request.ts';

/** What a request from the bus holds that is not known: versions meet there, so it is let through and reported. */
export interface UnknownReport {
  /** Throws `invalid-argument` if there is anything. */
  refuse(): void;
  /** The member `warnings` of a reply: the report in the first, `null` in those that follow. */
  once(): Pick<Reply, 'warnings'>;
}

/** Looks at a request of a service before anything is done with it. */
export function unknownReport(service: ServiceName, envelope: unknown): UnknownReport {
  const found = unknownMembers(service, envelope);
  let unsent: readonly string[] | null = found.length > 0 ? found : null;
  return {
    refuse() {
      const [first] = found;
      if (first === undefined) return;
      unsent = null;
      throw new OperationError('invalid-argument', first);
    },
    once() {
      const warnings = unsent;
      unsent = null;
      return { warnings };
    },
  };
}
