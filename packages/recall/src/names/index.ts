/** Pure: which names of persons, places, organisations, projects and things stand in a text, and which of them are the same. */

export { type FoundName, findNames } from './find-names.ts';
export { nameKey } from './name-key.ts';
