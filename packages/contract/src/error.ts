/** What kind of refusal or failure: gRPC's code names in kebab-case. */
export const errorTypes = [
  'invalid-argument',
  'failed-precondition',
  'out-of-range',
  'unauthenticated',
  'permission-denied',
  'not-found',
  'already-exists',
  'aborted',
  'resource-exhausted',
  'cancelled',
  'internal',
  'unimplemented',
  'unavailable',
  'deadline-exceeded',
] as const;

/** The kind of an error: gRPC's code names in kebab-case. */
export type ErrorType = (typeof errorTypes)[number];

const retryableTypes: ReadonlySet<ErrorType> = new Set(['aborted', 'resource-exhausted', 'unavailable', 'deadline-exceeded']);

/** An error as it goes over the wire: `Error` of the contract, whose subtype may be absent. */
export type WireError<Type extends string = ErrorType> = {
  readonly type: Type;
  readonly message: string;
  readonly retryable: boolean;
  readonly subtype?: string | null;
};

/** The subtype of an error about a text, or a message as a whole, that has more bytes or characters than it may have. */
export const tooLongSubtype = 'too-long';

/** The one error that crosses a service's edge. Its message names the field or the thing, and what to do. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly type: ErrorType;
  /** The same request may succeed later. */
  readonly retryable: boolean;
  /** What its type leaves open; `null`: nothing. */
  readonly subtype: string | null;
  /** When it may, in milliseconds from now; `null`: nobody knows. It is not part of the wire's error. */
  readonly retryAfterMs: number | null;

  constructor(
    type: ErrorType,
    message: string,
    options: ErrorOptions & {
      readonly retryable?: boolean;
      readonly subtype?: string | null;
      readonly retryAfterMs?: number | null;
    } = {},
  ) {
    super(message, options);
    this.type = type;
    this.retryable = options.retryable ?? retryableTypes.has(type);
    this.subtype = options.subtype ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  /** The same error in other words; it is the cause of the new one. */
  saying(message: string): OperationError {
    const { type, retryable, subtype, retryAfterMs } = this;
    return new OperationError(type, message, { retryable, subtype, retryAfterMs, cause: this });
  }

  /** As it goes over the wire. */
  toWire(): WireError {
    const { type, message, retryable, subtype } = this;
    return { type, message, retryable, ...(subtype === null ? {} : { subtype }) };
  }

  /** Reads an error as it came over the wire. */
  static fromWire({ type, message, retryable, subtype }: WireError<string>): OperationError {
    const known = errorTypes.find((each) => each === type) ?? 'internal';
    return new OperationError(known, message, { retryable, subtype });
  }

  /** The error itself if it is one of ours, else `internal` with the cause for the log. */
  static from(cause: unknown): OperationError {
    if (cause instanceof OperationError) return cause;
    if (isOutOfDescriptors(cause)) return new OperationError('unavailable', outOfDescriptors, { cause });
    return new OperationError('internal', 'The service failed; its log tells why', { cause });
  }
}

/** Something is longer than it may be; its message names it, and says how long it may be. */
export function tooLong(message: string): OperationError {
  return new OperationError('out-of-range', message, { subtype: tooLongSubtype });
}

/** Stored data is damaged. Its message names the file or the record, and the command that helps; nothing damaged is answered. */
export class DamagedData extends OperationError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('internal', message, options);
  }
}

/** Data cannot be written until an operator acts: a disk is full or read-only. Waiting a moment does not help, so the caller is answered at once. */
export class DataUnwritable extends OperationError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('unavailable', message, options);
  }
}

/** What a process says that may open no more files or connections. */
export const outOfDescriptors = 'The process is out of file descriptors: raise its limit (ulimit -n), or start it again';

/** The operating system refused a file or a connection, because the process or the machine has too many open. */
export function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

/** The error as a transport shows it whose caller has named the operation already: the path of a field starts at the request. */
export function withoutOperation(operation: string, error: OperationError): OperationError {
  if (!error.message.startsWith(`${operation}.`)) return error;
  return error.saying(error.message.slice(operation.length + 1));
}
