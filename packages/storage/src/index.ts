/** What memory needs of stores: four ports, each with the view that maintenance has of it. */

export * from './details.ts';
export * from './errors.ts';
export * from './graph.ts';
export * from './key-value.ts';
export * from './search-index.ts';
