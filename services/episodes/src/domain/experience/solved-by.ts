/**
 * The weight of the edge solved_by from an error to what solved it, 0 to 1. The figures are those of the story it is made for (seed "learned
 * weights"): of two solutions of an error one has 0.4 and the other 0.7; the better one is tried, helps, and goes up to 0.9.
 */
export interface SolvedBy {
  /** 0 to 1, unless a caller set another: of that the part within 0 and 1 counts. */
  readonly weight: number;
  /** Times it helped, and times it did not. */
  readonly helped: number;
  readonly failed: number;
  /** Why a model took it for the solution; empty: rules did. */
  readonly why: string;
}

/** Of a solution that a model named among the steps that can have been it, with its reason. */
const confirmed = 0.7;
/** Of one that rules name, since it is the only step that can have been it. */
const byRules = 0.55;
/** Of one that rules took of several. */
const unconfirmed = 0.4;
/** A step up goes from 0.7 to 0.9, and never to 1. */
const stepUp = (0.9 - confirmed) / (1 - confirmed);
/** A step down goes from 0.7 to 0.4, and never to 0. */
const stepDown = 1 - unconfirmed / confirmed;

/** What an error weighs that nothing is known to solve: the episodes that met it are worth as much as an unconfirmed solution. */
export const unsolvedWeight = unconfirmed;

/** The part of a weight that counts. */
export function countedWeight(weight: number): number {
  return Math.min(1, Math.max(0, weight));
}

/** The edge of a solution that was found just now. */
export function newlySolved(by: 'model' | 'rules' | 'guess', why = ''): SolvedBy {
  return { weight: by === 'model' ? confirmed : by === 'rules' ? byRules : unconfirmed, helped: 1, failed: 0, why };
}

/** The edge of what rules had taken for the solution, once a model that read the same says that it was another, or none: it is not answered. */
export const withdrawn: SolvedBy = { weight: 0, helped: 0, failed: 0, why: '' };

/** The edge once the solution was tried again. */
export function triedAgain({ weight: set, helped, failed, why }: SolvedBy, hasHelped: boolean): SolvedBy {
  const weight = countedWeight(set);
  return hasHelped
    ? { weight: weight + (1 - weight) * stepUp, helped: helped + 1, failed, why }
    : { weight: weight * (1 - stepDown), helped, failed: failed + 1, why };
}
