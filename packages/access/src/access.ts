import type { OperationError } from '@agent-mem/contract';
import type { AuditEntry } from './audit/audit-entry.ts';
import { onlyScope } from './authorized-scope.ts';
import { checkedVisitor, namedBy } from './checked-visitor.ts';
import type { Principal } from './grant.ts';
import { type Limits, noLimits } from './limits/limits.ts';
import type { AccessMode, Visit, Visitor } from './visit.ts';
import { createVisitLog, type VisitLogOptions } from './visit-log.ts';

/** The one check of every way in. */
export interface Access {
  readonly mode: AccessMode;
  /** Who asks. Throws a `Refusal`, or `unavailable` while that cannot be found out. */
  authenticate(visit: Visit): Promise<Visitor>;
  /** Notes something that is no operation of the contract: the making of a key. */
  note(
    visit: Visit,
    visitor: Visitor | null,
    noted: Pick<AuditEntry, 'operation' | 'ids'> & { readonly error: OperationError | null },
  ): void;
}

/** What the check stands on. */
export interface AccessOptions extends VisitLogOptions {
  /** Whose credential the visit shows. Throws a `Refusal`. */
  identify(visit: Visit): Promise<Principal>;
  /** Default: none. */
  readonly limits?: Limits;
}

/** Lets everybody in, and writes nothing down. */
export const openAccess: Access = {
  mode: 'off',
  authenticate: async (visit) => {
    const visitor: Visitor = {
      principal: null,
      authorize: async (_service, _operation, request) => ({ request: namedBy(visit, request), ended: () => undefined }),
      pass: async () => ({ visitor, ended: () => undefined }),
      checkAdmin: () => undefined,
    };
    return visitor;
  },
  note: () => undefined,
};

/** Checks by credentials, in this mode. */
export function createAccess({ identify, limits = noLimits, ...noted }: AccessOptions): Access {
  const { mode } = noted;
  const visitLog = createVisitLog(noted);

  /** `null`: unknown, and let through. */
  async function identified(visit: Visit): Promise<Principal | null> {
    try {
      return await identify(visit);
    } catch (error) {
      visitLog.refuse(error, visit, null, '', {});
      return null;
    }
  }

  /** Refuses what cannot begin before it is read. */
  function checkLimits(visit: Visit, principal: Principal | null): void {
    // Administrators have a port of their own, and messages wait in their broker.
    if (visit.door === 'admin' || visit.door === 'bus') return;
    const scope = principal && onlyScope(principal, visit.actingFor);
    try {
      limits.check({ principal, scope, bytes: visit.bytes ?? null });
    } catch (error) {
      visitLog.overLimit(error, visit);
    }
  }

  return {
    mode,
    async authenticate(visit) {
      const principal = mode === 'off' ? null : await identified(visit);
      checkLimits(visit, principal);
      return checkedVisitor({ visit, principal, isCounted: (visit.attempt ?? 1) > 1, isMeasured: false, limits, visitLog });
    },
    note(visit, visitor, { operation, ids, error }) {
      visitLog.write(visit, visitor?.principal ?? null, { operation, ids, outcome: error?.type ?? 'done' });
    },
  };
}
