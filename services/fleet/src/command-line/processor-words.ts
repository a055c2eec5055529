import { OperationError } from '@agent-mem/contract';
import { readCommandLine } from '@agent-mem/trustgraph';
import { UsedWrongly } from '../refusal.ts';

/** A command line with what TrustGraph's processors take read out of it. */
export interface ProcessorWords {
  /** Our variables, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** All other words. */
  readonly rest: readonly string[];
}

/** Reads TrustGraph's flags. Throws `UsedWrongly` for a malformed one, and for those that only mean something with an `--id` where there is none. */
export function processorWords(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ProcessorWords {
  const { variables, rest } = readWords(words, environment);
  const alone = Object.keys(variables).find((name) => name.startsWith('TRUSTGRAPH_'));
  const isNamed = variables.TRUSTGRAPH_ID || environment.TRUSTGRAPH_ID || rest.some((word) => /^--trustgraph-id(=|$)/.test(word));
  if (alone && !isNamed)
    throw new UsedWrongly(`${alone} is set by a flag of TrustGraph's processors: --id (TRUSTGRAPH_ID) must say which one it is`);
  return { variables, rest };
}

function readWords(...line: Parameters<typeof readCommandLine>): ProcessorWords {
  try {
    return readCommandLine(...line);
  } catch (error) {
    throw error instanceof OperationError ? new UsedWrongly(error.message, { cause: error }) : error;
  }
}
