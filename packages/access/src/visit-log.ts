import { type Clock, limits, OperationError, type Scoped } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';

import { type AuditEntry, auditEntry, idsOf } from './audit/audit-entry.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { unknownCallers } from './audit/unknown-callers.ts';
import type { Principal } from './grant.ts';
import { Refusal, type RefusalReason } from './refusal.ts';
import type { AccessMode, Visit } from './visit.ts';

/** What visits are noted in. */
export interface VisitLogOptions {
  readonly mode: AccessMode;
  /** `null`: nothing is written down. */
  readonly audit: AuditLog | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** Counts one that was refused, or would have been; `limit`: because of how much was asked. */
  refused(reason: RefusalReason | 'limit', door: string): void;
}

/** What was asked, and by whom, in the audit log; what was refused in the metrics too. */
export interface VisitLog {
  write(
    visit: Visit,
    who: Pick<Principal, 'id' | 'name'> | null,
    entry: Pick<AuditEntry, 'operation' | 'ids' | 'outcome'> & { readonly request?: object; readonly reason?: string },
  ): void;
  /** Counts a refusal and writes it down. In the mode `report` it then lets through, otherwise it throws. */
  refuse(cause: unknown, visit: Visit, who: Principal | null, operation: string, request: object): void;
  /** Counts what is refused for how much was asked. The audit log has none of it: who asks too much would fill it. */
  overLimit(error: unknown, visit: Visit): never;
}

/** Notes visits in these. */
export function createVisitLog({ mode, audit, clock, log, refused }: VisitLogOptions): VisitLog {
  const isWrittenOfUnknown = unknownCallers(clock, log);
  const write: VisitLog['write'] = ({ from, door }, who, { request = {}, ...entry }) =>
    audit?.write(
      auditEntry({ at: clock.now(), who: who?.id ?? null, name: who?.name ?? '', from, door, ...textsOf(request), ...entry }),
    );
  return {
    write,
    refuse(cause, visit, who, operation, request) {
      const error = OperationError.from(cause);
      const isLetThrough = mode !== 'required';
      const reason = error instanceof Refusal ? error.reason : '';
      if (error instanceof Refusal) {
        refused(error.reason, visit.door);
        const by = who ?? (error.who === null ? null : { id: error.who, name: '' });
        const outcome = isLetThrough ? 'let-through' : error.type;
        if (who || isWrittenOfUnknown()) write(visit, by, { request, operation, ids: idsOf(request), outcome, reason });
      }
      if (!isLetThrough) throw cause;
      const facts = { reason, door: visit.door, from: visit.from, who: who?.id ?? null, operation };
      log.warn(facts, `AUTH=required would refuse this: ${error.message}`);
    },
    overLimit(error, { door }) {
      refused('limit', door);
      throw error;
    },
  };
}

/** The names of a request, which may be refused before anything checks how long they are. */
function textsOf(request: object): Partial<Scoped> {
  const texts = Object.entries(request).flatMap(([member, value]) =>
    /^(workspace|user|collection)$/.test(member) && typeof value === 'string'
      ? [[member, value.slice(0, limits.nameCharacters)] as const]
      : [],
  );
  return Object.fromEntries(texts);
}
