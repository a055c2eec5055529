/**
 * What an operation does where memory is off. `works`: as ever, since people look at, take along and delete by it what is stored. `empty`: it
 * would bring memory to a model, so it answers that there is nothing, and why. `refused`: it would write. `own`: its handler decides.
 */
export const whenOffs = ['works', 'empty', 'refused', 'own'] as const;

/** One of them. */
export type WhenOff = (typeof whenOffs)[number];
