/** Where the adapter, and its native client, report what happens. The program's logger is one. */
export interface Log {
  debug(fields: object, sentence: string): void;
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
  error(fields: object, sentence: string): void;
}

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
