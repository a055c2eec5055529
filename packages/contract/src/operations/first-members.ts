import json from './first-members.json' with { type: 'json' };

/** The members that each message of a request had in 0.1.0, with their values where they were left out. It never changes. */
export const firstMembers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = json;
