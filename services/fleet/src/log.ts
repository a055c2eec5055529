import { createLogger, type Logger } from '@agent-mem/runtime';
import pretty from 'pino-pretty';
import { variables } from './config.ts';
import { UsedWrongly } from './refusal.ts';

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** The program's log on standard error, so that standard output stays for people: JSON lines, and on a terminal lines to read. */
export function startLogger(
  environment: Readonly<Record<string, string | undefined>>,
  defaultLevel: string,
  stream: Stream = process.stderr,
): Logger {
  try {
    const level = variables.LOG_LEVEL.parse(environment.LOG_LEVEL || defaultLevel);
    return createLogger({ level, destination: stream.isTTY ? readable(stream, environment) : stream });
  } catch (error) {
    throw new UsedWrongly(`LOG_LEVEL ${(error as Error).message}`);
  }
}

/** Each line is written before the call that logs it returns, as without it: a crash loses none. */
function readable(stream: Stream, environment: Readonly<Record<string, string | undefined>>) {
  const line = pretty.prettyFactory({
    colorize: !environment.NO_COLOR,
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
  });
  return { write: (json: string) => void stream.write(line(json)) };
}
