/** What can be found in a text that says something of a person. */
export const personalKinds = ['email', 'phone', 'address', 'national-id', 'health'] as const;

/** One of them. */
export type PersonalKind = (typeof personalKinds)[number];

/** Where something personal stands in a text: from `start` up to `end`, in UTF-16 units. */
export interface PersonalFinding {
  readonly kind: PersonalKind;
  readonly start: number;
  readonly end: number;
}

/** Finds one sort of personal data. */
export type Detector = (text: string) => Iterable<PersonalFinding>;
