import { type Clock, OperationError, operationsOf, type Permission, type Scoped, type ServiceName } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import { type AuditEntry, auditEntry, idsOf, isAudited } from './audit/audit-entry.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { authorizedScope, checkPermission, onlyScope, userOf } from './authorized-scope.ts';
import type { Principal } from './grant.ts';
import { type LimitedRequest, type Limits, noLimits } from './limits/limits.ts';
import { Refusal, type RefusalReason } from './refusal.ts';

/** `off`: nobody is asked who they are. `report`: who would be refused is counted, logged and let through. `required`: is refused. */
export const accessModes = ['off', 'report', 'required'] as const;
/** One of them. */
export type AccessMode = (typeof accessModes)[number];

/** What a way in knows of who asks. */
export interface Visit {
  /** The value of `Authorization`, of a message that of `scope_token`; `null`: none came. */
  readonly authorization: string | null;
  /** The user of `X-User`, whom the caller acts for; `null`: it names none. */
  readonly actingFor: string | null;
  /** Address of the other end of the connection. */
  readonly from: string;
  readonly door: 'http' | 'grpc' | 'bus' | 'admin';
  /** The message that came over the bus; elsewhere none. */
  readonly payload?: string;
  /** How often that message was delivered, this time included. */
  readonly attempt?: number;
  /** How long the request is that is to be read, in bytes, where that is known before. */
  readonly bytes?: number;
}

/** One who may ask. */
export interface Visitor {
  /** `null`: nobody asked who it is, or it is let through unknown. */
  readonly principal: Principal | null;
  /**
   * Checks one request of it, and resolves when that may begin. Rejects with a `Refusal`, or `invalid-argument`, that names the member, or with what names the limit
   * that it is over. The request is answered by the caller, who then says how that ended.
   */
  authorize(service: ServiceName, operation: string, request: object): Promise<AuthorizedRequest>;
  /**
   * Checks a request that is passed on to another server, counts it, and resolves when that may begin. Rejects as `authorize` does, but for the scope: what is asked
   * of memory for it is checked by itself.
   */
  pass(asked: PassedRequest): Promise<AdmittedRequest>;
  /** Throws a `Refusal` unless it may do this to the fleet itself. `operation` as in `keys.create`. */
  checkAdmin(operation: string): void;
}

/** A request that is passed on to another server, and is no operation of the contract. */
export interface PassedRequest {
  /** For refusals and the audit log: `POST /v1/messages`. */
  readonly name: string;
  readonly permission: Permission;
  /** What it says of its scope. */
  readonly request: Partial<Scoped>;
  readonly bytes: number;
  readonly isStream: boolean;
}

/** A request that may be passed on. */
export interface AdmittedRequest {
  /** Asks memory for it: those requests are not counted again. */
  readonly visitor: Visitor;
  /** Ends it: its stream is no longer open then. */
  ended(): void;
}

/** A request that its caller may make. */
export interface AuthorizedRequest {
  /** With its scope, which its caller may have left to the credential. */
  readonly request: object;
  /** Notes the end of it, once: the answer's ids, or the error. It no longer counts as in flight then. */
  ended(outcome: { readonly answer: object | null } | { readonly error: OperationError }): void;
}

/** Does what was asked, and notes how that ended: with its answer, which is answered here too, or its error, which is thrown. */
export async function noteEnd<Answer extends object | null>(
  { ended }: Pick<AuthorizedRequest, 'ended'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await work();
    ended({ answer });
    return answer;
  } catch (error) {
    ended({ error: OperationError.from(error) });
    throw error;
  }
}

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
export interface AccessOptions {
  readonly mode: AccessMode;
  /** Whose credential the visit shows. Throws a `Refusal`. */
  identify(visit: Visit): Promise<Principal>;
  /** `null`: nothing is written down. */
  readonly audit: AuditLog | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** Default: none. */
  readonly limits?: Limits;
  /** Counts one that was refused, or would have been; `limit`: because of how much was asked. */
  refused(reason: RefusalReason | 'limit', door: string): void;
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
export function createAccess({ mode, identify, audit, clock, log, limits = noLimits, refused }: AccessOptions): Access {
  function write(
    { from, door }: Visit,
    who: Pick<Principal, 'id' | 'name'> | null,
    entry: Partial<Scoped> & Pick<AuditEntry, 'operation' | 'ids' | 'outcome'> & { readonly reason?: string },
  ) {
    audit?.write(auditEntry({ at: clock.now(), who: who?.id ?? null, name: who?.name ?? '', from, door, ...entry }));
  }

  /** Counts a refusal and writes it down. In the mode `report` it then lets through, otherwise it throws. */
  function refuse(cause: unknown, visit: Visit, who: Principal | null, operation: string, request: object): void {
    const error = OperationError.from(cause);
    const reason = error instanceof Refusal ? error.reason : '';
    if (error instanceof Refusal) {
      refused(error.reason, visit.door);
      const by = who ?? (error.who === null ? null : { id: error.who, name: '' });
      write(visit, by, { ...textsOf(request), operation, ids: idsOf(request), outcome: error.type, reason });
    }
    if (mode === 'required') throw cause;
    const facts = { reason, door: visit.door, from: visit.from, who: who?.id ?? null, operation };
    log.warn(facts, `AUTH=required would refuse this: ${error.message}`);
  }

  /** Counts what is refused for how much was asked. The audit log has none of it: who asks too much would fill it. */
  function overLimit(error: unknown, { door }: Visit): never {
    refused('limit', door);
    throw error;
  }

  /** The request that was checked, once it may begin. */
  async function begun(
    visit: Visit,
    asked: Pick<LimitedRequest, 'service' | 'operation' | 'principal' | 'isCounted'>,
    { request, ended }: AuthorizedRequest,
  ): Promise<AuthorizedRequest> {
    const leave = await limits
      .enter({ ...asked, request, isQueued: visit.door === 'bus' })
      .catch((error: unknown) => overLimit(error, visit));
    return {
      request,
      ended(outcome) {
        leave();
        ended(outcome);
      },
    };
  }

  /** Refuses what cannot begin before it is read. */
  function checkLimits(visit: Visit, principal: Principal | null): void {
    // Administrators have a port of their own, and messages wait in their broker.
    if (visit.door === 'admin' || visit.door === 'bus') return;
    const scope = principal && onlyScope(principal, visit.actingFor);
    try {
      limits.check({ principal, scope, bytes: visit.bytes ?? null });
    } catch (error) {
      overLimit(error, visit);
    }
  }

  /** The scope of a request that is passed on; `null`: not its caller's. */
  function scopeOfPassed(visit: Visit, principal: Principal | null, request: Partial<Scoped>): object | null {
    try {
      return principal ? authorizedScope(principal, request, visit.actingFor) : namedBy(visit, request);
    } catch {
      return null;
    }
  }

  /** One whose requests are checked by `principal`, and written down. `null`: they are let through. */
  function visitorOf(visit: Visit, principal: Principal | null): Visitor {
    checkLimits(visit, principal);
    return checkedVisitor(visit, principal, (visit.attempt ?? 1) > 1);
  }

  /** `isCounted`: its requests were counted before. */
  function checkedVisitor(visit: Visit, principal: Principal | null, isCounted: boolean): Visitor {
    const noting = (service: ServiceName, operation: string, request: object) => ({
      ended(outcome: { readonly answer: object | null } | { readonly error: OperationError }) {
        if (!audit || !isAudited(service, operation)) return;
        const [ids, end] = 'error' in outcome ? [idsOf(request), outcome.error.type] : [idsOf(request, outcome.answer), 'done'];
        write(visit, principal, { ...textsOf(request), operation: `${service}.${operation}`, ids, outcome: end });
      },
    });
    const letThrough = (service: ServiceName, operation: string, request: object): AuthorizedRequest => {
      const named = namedBy(visit, request);
      return { request: named, ...noting(service, operation, named) };
    };
    const checked = (service: ServiceName, operation: string, request: object): AuthorizedRequest => {
      // What is no request at all its service refuses.
      if (!principal || Array.isArray(request)) return letThrough(service, operation, request);
      const name = `${service}.${operation}`;
      try {
        const facts = operationsOf(service)[operation];
        if (facts) checkPermission(principal, facts.permission, name);
        const scoped = { ...request, ...authorizedScope(principal, { ...request }, visit.actingFor) };
        return { request: scoped, ...noting(service, operation, scoped) };
      } catch (error) {
        refuse(error, visit, principal, name, request);
        return letThrough(service, operation, request);
      }
    };
    return {
      principal,
      authorize: async (service, operation, request) =>
        begun(visit, { service, operation, principal, isCounted }, checked(service, operation, request)),
      async pass({ name, permission, request, bytes, isStream }) {
        try {
          if (principal) checkPermission(principal, permission, name);
        } catch (error) {
          refuse(error, visit, principal, name, request);
        }
        const scoped = scopeOfPassed(visit, principal, request);
        const entering = limits.enterPassed({ principal, request: scoped, bytes, isStream });
        const ended = await entering.catch((error: unknown) => overLimit(error, visit));
        return { visitor: checkedVisitor(visit, principal, true), ended };
      },
      checkAdmin(operation) {
        if (!principal) return;
        try {
          checkPermission(principal, 'admin', operation);
        } catch (error) {
          refuse(error, visit, principal, operation, {});
        }
      },
    };
  }

  /** `null`: unknown, and let through. */
  async function identified(visit: Visit): Promise<Principal | null> {
    try {
      return await identify(visit);
    } catch (error) {
      refuse(error, visit, null, '', {});
      return null;
    }
  }

  return {
    mode,
    async authenticate(visit) {
      if (mode === 'off') return visitorOf(visit, null);
      return visitorOf(visit, await identified(visit));
    },
    note(visit, visitor, { operation, ids, error }) {
      write(visit, visitor?.principal ?? null, { operation, ids, outcome: error?.type ?? 'done' });
    },
  };
}

/** A request for which no credential speaks: as it came, with the user whom its caller acts for. */
function namedBy({ actingFor }: Visit, request: object): object {
  if (Array.isArray(request) || actingFor === null) return request;
  return { ...request, user: userOf({ ...request }, actingFor) };
}

function textsOf(request: object): Partial<Scoped> {
  const texts = Object.entries(request).filter(
    ([member, value]) => /^(workspace|user|collection)$/.test(member) && typeof value === 'string',
  );
  return Object.fromEntries(texts);
}
