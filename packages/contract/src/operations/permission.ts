/**
 * What a caller must be allowed to do in the scope of its request. `read`: see what is stored. `write`: change what is stored, as far as it can be changed
 * back. `feedback`: say how useful what was recalled has been. `summarize`: report the summary that a job asked for. `admin`: erase for good, archive by the
 * thousand, or set what holds for a scope.
 */
export const permissions = ['read', 'write', 'feedback', 'summarize', 'admin'] as const;

/** One of them. */
export type Permission = (typeof permissions)[number];
