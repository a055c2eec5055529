import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

/** Fields first, sentence second. Content of memories never goes into a log. */
export interface Logger {
  debug(fields: object, sentence: string): void;
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
  error(fields: object, sentence: string): void;
  child(fields: object): Logger;
}

/** One JSON object a line, on standard error unless another destination is given: standard output belongs to what a command prints. */
export function createLogger(options: { readonly level: string; readonly destination?: DestinationStream }): Logger {
  const settings = { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return adapt(pino(settings, options.destination ?? pino.destination({ fd: 2, sync: true })));
}

function adapt(logger: PinoLogger): Logger {
  return {
    debug: (fields, sentence) => logger.debug(fields, sentence),
    info: (fields, sentence) => logger.info(fields, sentence),
    warn: (fields, sentence) => logger.warn(fields, sentence),
    error: (fields, sentence) => logger.error(fields, sentence),
    child: (fields) => adapt(logger.child(fields)),
  };
}
