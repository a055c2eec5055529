/** Pure: what a prompt shows of a long text: its status and size, the lines that tell of errors and results, its head and its tail. */

export { excerptInBytes, excerptOf } from './excerpt-of.ts';
export { ExcerptReader } from './excerpt-reader.ts';
export { isExcerpt } from './is-excerpt.ts';
export { statusLine } from './status-line.ts';
