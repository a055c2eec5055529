import { isJsonObject, operationsOf, type Scoped, type ServiceName } from '@agent-mem/contract';

import { idsOf, isAudited } from './audit/audit-entry.ts';
import { authorizedScope, checkEveryScope, checkPermission, userOf } from './authorized-scope.ts';
import type { Principal } from './grant.ts';
import type { Limits } from './limits/limits.ts';
import type { AuthorizedRequest, Visit, Visitor } from './visit.ts';
import type { VisitLog } from './visit-log.ts';

/** Whose visit it is, and what it counts against. */
export interface CheckedVisit {
  readonly visit: Visit;
  /** By whom its requests are checked, and written down. `null`: they are let through. */
  readonly principal: Principal | null;
  /** Its requests were counted before. */
  readonly isCounted: boolean;
  /** So was their size. */
  readonly isMeasured: boolean;
  readonly limits: Limits;
  readonly visitLog: VisitLog;
}

/** A visitor whose requests are checked by its principal. */
export function checkedVisitor(checked: CheckedVisit): Visitor {
  const { visit, principal, isCounted, isMeasured, limits, visitLog } = checked;

  /** The request with the scope that it may ask in; what is refused but let through stays as it came. */
  function authorized(service: ServiceName, operation: string, request: object): object {
    // What is no request at all its service refuses.
    if (!principal || !isJsonObject(request)) return namedBy(visit, request);
    const name = `${service}.${operation}`;
    try {
      const facts = operationsOf(service)[operation];
      if (facts) checkPermission(principal, facts.permission, name);
      return { ...request, ...authorizedScope(principal, { ...request }, visit.actingFor) };
    } catch (error) {
      visitLog.refuse(error, visit, principal, name, request);
      return namedBy(visit, request);
    }
  }

  /** The scope of a request that is passed on; `null`: not its caller's. */
  function scopeOfPassed(request: Partial<Scoped>): object | null {
    try {
      return principal ? authorizedScope(principal, request, visit.actingFor) : namedBy(visit, request);
    } catch {
      return null;
    }
  }

  /** Notes what the check of a principal throws. */
  function permit(name: string, request: object, check: (principal: Principal) => void): void {
    try {
      if (principal) check(principal);
    } catch (error) {
      visitLog.refuse(error, visit, principal, name, request);
    }
  }

  const overLimit = (error: unknown) => visitLog.overLimit(error, visit);
  return {
    principal,
    async authorize(service, operation, given): Promise<AuthorizedRequest> {
      const request = authorized(service, operation, given);
      const asked = { service, operation, principal, isCounted, isMeasured, request, isQueued: visit.door === 'bus' };
      const leave = await limits.enter(asked).catch(overLimit);
      return {
        request,
        ended(outcome) {
          leave();
          if (!isAudited(service, operation)) return;
          const [answer, end] = 'error' in outcome ? [null, outcome.error.type] : [outcome.answer, 'done'];
          const entry = { request, operation: `${service}.${operation}`, ids: idsOf(request, answer), outcome: end };
          visitLog.write(visit, principal, entry);
        },
      };
    },
    async pass({ name, permission, request, bytes, isStream }) {
      permit(name, request, (who) => checkPermission(who, permission, name));
      const ended = await limits.enterPassed({ principal, request: scopeOfPassed(request), bytes, isStream }).catch(overLimit);
      return { visitor: checkedVisitor({ ...checked, isCounted: true, isMeasured: true }), ended };
    },
    checkAdmin: (operation) =>
      permit(operation, {}, (who) => {
        checkPermission(who, 'admin', operation);
        checkEveryScope(who, operation);
      }),
  };
}

/** A request for which no credential speaks: as it came, with the user whom its caller acts for. */
export function namedBy({ actingFor }: Visit, request: object): object {
  if (!isJsonObject(request) || actingFor === null) return request;
  return { ...request, user: userOf({ ...request }, actingFor) };
}
