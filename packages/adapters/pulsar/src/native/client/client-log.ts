import type { Log } from '../../log.ts';
import { logLevels, type PulsarClientModule } from './client.ts';

/** Has the client write to our log instead of the standard output. One log serves the whole process: the one given last. */
export function forwardLog({ Client }: PulsarClientModule, log: Log): void {
  Client.setLogHandler((level, file, line, message) => {
    const fields = { from: 'pulsar-client', at: `${file}:${line}` };
    // Each failure has a sentence of our own already, and most of the client's lines interest only its makers.
    if (level >= logLevels.error) log.warn(fields, message);
    else log.debug(fields, message);
  });
}
