/** The most days that a key is given: a hundred years. Beyond some thousand of them a time cannot be written. */
export const longestDays = 36_500;
