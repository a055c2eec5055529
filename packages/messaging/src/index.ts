/** The Bus port, and what is built above it once for every bus: requests and answers, streams, events. */

export * from './bus.ts';
export * from './request.ts';
