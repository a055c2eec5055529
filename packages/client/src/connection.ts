import type { CallOptions } from './call-options.ts';

/** An operation as the contract names it: `working-memory`, `store_detail`. */
export interface Operation {
  readonly service: string;
  readonly operation: string;
}

/** The way to the services: in this process, or over HTTP. Both reject with a `MemoryError` whose fields are paths of the request. */
export interface Connection {
  /** The answer of an operation that has one. */
  answer(operation: Operation, request: object, options: CallOptions): Promise<object>;
  /** The frames of a stream as they come, each once. Leaving the loop early cancels. */
  frames(operation: Operation, request: object, options: CallOptions): AsyncIterable<object>;
}
