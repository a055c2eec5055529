import type { Log } from '../../log.ts';
import { logLevels, type PulsarClientModule } from './client.ts';

/** Has the client write to our log instead of the standard output. One log serves the whole process: the one given last. */
export function forwardLog({ Client }: PulsarClientModule, log: Log): void {
  Client.setLogHandler((level, file, line, message) => {
    const fields = { from: 'pulsar-client', at: `${file}:${line}` };
    if (level >= logLevels.error) log.error(fields, message);
    else if (level === logLevels.warn) log.warn(fields, message);
    // Most of its lines interest only its makers.
    else log.debug(fields, message);
  });
}
