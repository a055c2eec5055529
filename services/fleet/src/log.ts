import { createLogger, type Logger } from '@agent-mem/runtime';
import { variables } from './config.ts';
import { UsedWrongly } from './refusal.ts';

/** The program's log on standard error, so that standard output stays for people. */
export function startLogger(environment: Readonly<Record<string, string | undefined>>, defaultLevel: string): Logger {
  try {
    const level = variables.LOG_LEVEL.parse(environment.LOG_LEVEL || defaultLevel);
    return createLogger({ level, destination: process.stderr });
  } catch (error) {
    throw new UsedWrongly(`LOG_LEVEL ${(error as Error).message}`);
  }
}
