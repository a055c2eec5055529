/** How much the holder of one credential may ask. Of each 0 stands for as much as the fleet takes. */
export interface KeyLimits {
  readonly requestsPerMinute: number;
  readonly requestsPerDay: number;
  /** Of one request, as JSON. */
  readonly requestBytes: number;
  /** Elements of one request that has a list of them. */
  readonly batch: number;
  /** Streams of answers at the same time. */
  readonly streams: number;
}

/** Their names in a request of administrators, in the answer to it, and in what is refused. */
export const limitNames = {
  requestsPerMinute: 'requests_per_minute',
  requestsPerDay: 'requests_per_day',
  requestBytes: 'request_bytes',
  batch: 'batch',
  streams: 'streams',
} as const satisfies Readonly<Record<keyof KeyLimits, string>>;

/** What a key says itself; what it leaves out the fleet's variables say. */
export type OwnLimits = Partial<KeyLimits>;

/** The limits by their members. */
export const limitMembers = Object.keys(limitNames) as readonly (keyof KeyLimits)[];

/** The limits among these members, by their names; what is no number of that form is passed over. */
export function ownLimitsIn(members: Readonly<Record<string, unknown>>): OwnLimits {
  const numbers = limitMembers.flatMap((member) => {
    const value = members[limitNames[member]];
    return isLimit(value) ? [[member, value] as const] : [];
  });
  return Object.fromEntries(numbers);
}

/** The same members with their names. */
export function namedLimits(limits: OwnLimits): Readonly<Record<string, number>> {
  return Object.fromEntries(
    limitMembers.flatMap((member) => {
      const value = limits[member];
      return value === undefined ? [] : [[limitNames[member], value]];
    }),
  );
}

/** The largest that a limit may be. */
export const mostOfLimit = 1_000_000_000;

/** Whether a value may stand for a limit. */
export function isLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostOfLimit;
}
