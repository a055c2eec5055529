/** Pure: says which texts read like instructions to a model. */

export { instructionsIn, readsAsInstructions } from './reads-as-instructions.ts';
export { wordFeatures } from './word-odds.ts';
