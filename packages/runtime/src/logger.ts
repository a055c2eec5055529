import { type DestinationStream, type Logger as PinoLogger, pino, type SerializedError, stdSerializers } from 'pino';

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
  const serializers = { err: errorFields };
  const settings = { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers };
  return adapt(pino(settings, options.destination ?? pino.destination({ fd: 2, sync: true })));
}

/** A parser's message quotes what it could not read, which may be somebody's memory; where it happened is enough to find it. */
function errorFields(error: unknown): SerializedError | unknown {
  if (!(error instanceof SyntaxError)) return error instanceof Error ? stdSerializers.err(error) : error;
  const stackFrames = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '';
  return { type: error.name, message: 'a text does not parse', stack: `${error.name}${stackFrames}` };
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
