/*
 * Loaded before the program: its clock starts at CLOCK_STARTS_AT and runs as fast as the machine's. So fixtures have dates of their own,
 * and a fact can be a week old.
 */

const { CLOCK_STARTS_AT = '' } = process.env;
const startsAt = Date.parse(CLOCK_STARTS_AT);
if (Number.isNaN(startsAt)) throw new Error('CLOCK_STARTS_AT: must be a time, as 2026-03-02T09:00:00Z');
const machine = Date.now;
const loadedAt = machine();
Date.now = () => startsAt + machine() - loadedAt;
