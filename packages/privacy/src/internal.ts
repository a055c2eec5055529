/** What making the weights of words needs. */

export { wordFeatures } from './instructions/word-features.ts';
