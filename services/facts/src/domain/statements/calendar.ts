/** From January on, in lower case. */
export const months: readonly string[] =
  'january february march april may june july august september october november december'.split(' ');

/** From Monday on, in lower case. */
export const weekdays: readonly string[] = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
