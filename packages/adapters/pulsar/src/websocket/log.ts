/** Where the adapter tells that it lost the broker and has it again. The service kit's logger is one. */
export interface Log {
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
}

export const silent: Log = { info: () => {}, warn: () => {} };
