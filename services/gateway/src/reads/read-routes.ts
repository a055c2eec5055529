import { canonicalId, type IdPrefix, operationsOf, type ServiceName, services, shapeOf } from '@agent-mem/contract';

/** An operation that reads one thing by its name. */
export interface Reader {
  readonly service: ServiceName;
  readonly operation: string;
  /** The member of the request that names it. */
  readonly member: string;
  /** Of which kind the ids are that it takes; `null`: it takes any name. */
  readonly prefix: IdPrefix | null;
}

/** `GET /v1/<service>/<id>`: of each service that reads by name, those that do. */
export const readers: ReadonlyMap<ServiceName, readonly Reader[]> = new Map(
  (Object.keys(services) as ServiceName[]).flatMap((service) => {
    const those = readersOf(service);
    return those.length === 0 ? [] : [[service, those] as const];
  }),
);

/** The operation of a service that reads what is named so; `null`: the name is no id that it takes. */
export function readerFor(service: ServiceName, name: string): Reader | null {
  const those = readers.get(service) ?? [];
  const ofIds = those.find(({ prefix }) => prefix !== null && isIdOf(prefix, name, those.length === 1));
  return ofIds ?? those.find(({ prefix }) => prefix === null) ?? null;
}

/** Without its prefix an id may be that of anything: only a service that reads nothing else takes it. */
function isIdOf(prefix: IdPrefix, name: string, takesBare: boolean): boolean {
  return canonicalId(prefix, name) !== null && (takesBare || name.startsWith(`${prefix}_`));
}

function readersOf(service: ServiceName): readonly Reader[] {
  return Object.entries(operationsOf(service)).flatMap(([operation, { readBy, request, planned, internal }]) => {
    if (readBy === null || planned || internal) return [];
    const format = shapeOf(request).byName.get(readBy)?.rules.format ?? '';
    // The contract knows the prefixes of its formats.
    const prefix = format.startsWith('id:') ? (format.slice('id:'.length) as IdPrefix) : null;
    return [{ service, operation, member: readBy, prefix }];
  });
}
