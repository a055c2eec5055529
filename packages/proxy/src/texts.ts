/** The rules of what is shown and what is stored, for a program that stands alone: nothing else of ours comes with them. */

export { blockOf } from './block.ts';
export { ownWords } from './harness-texts.ts';
export { storedText } from './stored-text.ts';
