/** Blocks of a settings file, such as `tools:`: read, checked by a schema, with secrets by reference. Loaded only where a file has a block. */

export { blockName, checkedBlock, httpAddress } from './check-block.ts';
export { openBlock } from './read-block.ts';
export { requireReference, resolveTexts, type SecretText, secretText } from './secret-text.ts';
