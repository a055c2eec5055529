/** JSON Schemas that strangers wrote. */
export { compileGivenSchema, type JsonSchema, type SchemaCheck } from './compile-given-schema.ts';
export { TooSlow } from './within-time.ts';
