import { OperationError, type Permission, type Scoped, type ServiceName } from '@agent-mem/contract';
import type { Principal } from './grant.ts';
import type { TokenMessage } from './tokens/scope-token.ts';

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
  readonly message?: TokenMessage;
  /** How often that message was delivered, this time included. */
  readonly attempt?: number;
  /** How long its caller waits, in milliseconds; absent: it does not say. */
  readonly waitsMs?: number;
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
  /** Throws a `Refusal` unless it may do this to the fleet itself: it has the permission admin, for every scope. `operation` as in `keys.create`. */
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
  /** Asks memory for it: those requests are not counted or measured again. */
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
