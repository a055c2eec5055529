/** Where this package tells what happens, never what is said in a message. The service kit's logger is one. */
export interface Log {
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
}

export const silent: Log = { info: () => {}, warn: () => {} };
