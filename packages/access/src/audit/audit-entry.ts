import { operationsOf, type ServiceName, shapeOf } from '@agent-mem/contract';

/** Who did what, when, and from where: never what a memory says. */
export interface AuditEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The credential, as `key:1f3a…` or `jwt:alice`; `null`: none that is known. */
  readonly who: string | null;
  /** The credential's name; empty: it has none. */
  readonly name: string;
  /** Address of the other end of the connection. */
  readonly from: string;
  /** `http`, `grpc`, `bus` or `admin`. */
  readonly door: string;
  /** As `facts.store`, `keys.revoke`; empty: the caller was refused before it was read. */
  readonly operation: string;
  readonly workspace: string;
  readonly user: string;
  readonly collection: string;
  /** Ids of the request and the answer, by the names of their members: `fact_id`, `episode_ids`. */
  readonly ids: Readonly<Record<string, string | readonly string[]>>;
  /** `done`, the type of the error, or `let-through`: refused by `required`, and served by `report`. */
  readonly outcome: string;
  /** Why a caller was refused, or would have been; empty: it was not. */
  readonly reason: string;
}

/** An entry made now, in milliseconds since 1970; what it says nothing of is empty. */
export function auditEntry({
  at,
  ...said
}: Pick<AuditEntry, 'who' | 'door' | 'operation' | 'ids' | 'outcome'> &
  Partial<Omit<AuditEntry, 'at'>> & { readonly at: number }): AuditEntry {
  const nothing = { name: '', from: '', workspace: '', user: '', collection: '', reason: '' };
  return { at: new Date(at).toISOString(), ...nothing, ...said };
}

/** Whether what an operation does is written down: what writes, and what reads the records that its request names. */
export function isAudited(service: ServiceName, operation: string): boolean {
  const facts = operationsOf(service)[operation];
  if (!facts) return false;
  return facts.command || shapeOf(facts.request).fields.some(({ name, rules }) => isId(name) && rules.required);
}

const mostIds = 100;

/** The ids of a request and its answer. Of a list so many stand there, and no text that is longer than an id. */
export function idsOf(...messages: readonly (object | null)[]): AuditEntry['ids'] {
  const ids: Record<string, string | readonly string[]> = {};
  for (const [member, value] of messages.flatMap((message) => Object.entries(message ?? {}))) {
    if (!isId(member)) continue;
    const texts = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '');
    const short = texts.slice(0, mostIds).map((each: string) => each.slice(0, mostCharacters));
    if (short.length > 0) ids[member] = Array.isArray(value) ? short : (short[0] ?? '');
  }
  return ids;
}

const mostCharacters = 256;

function isId(member: string): boolean {
  return /(^|_)ids?$/.test(member);
}
