import { logLevels, type PulsarClientModule } from './client.ts';

/** Where the adapter and the native client tell what happens. The service kit's logger is one. */
export interface Log {
  debug(fields: object, sentence: string): void;
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
  error(fields: object, sentence: string): void;
}

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Has the client write to our log instead of the standard output. One log serves the whole process: the one given last. */
export function forwardLog({ Client }: PulsarClientModule, log: Log): void {
  Client.setLogHandler((level, file, line, message) => {
    const fields = { from: 'pulsar-client', at: `${file}:${line}` };
    if (level >= logLevels.error) log.error(fields, message);
    else if (level === logLevels.warn) log.warn(fields, message);
    // It tells a lot of what is of interest to its makers only.
    else log.debug(fields, message);
  });
}
