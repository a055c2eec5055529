/** What personal data is never learned unless that is set. */
export type PersonalKind = 'national-id' | 'health';

/** Where something personal stands in a text: from `start` up to `end`, in UTF-16 units. */
export interface PersonalFinding {
  readonly kind: PersonalKind;
  readonly start: number;
  readonly end: number;
}

/** Finds one sort of personal data. */
export type Detector = (text: string) => Iterable<PersonalFinding>;
