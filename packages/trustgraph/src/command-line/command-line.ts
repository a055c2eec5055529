import { OperationError } from '@agent-mem/contract';
import { type ProcessorFlag, processorFlags } from './flags.ts';

/** A command line of a TrustGraph processor, read. */
export interface ProcessorCommandLine {
  /** Our variables, by name: what TrustGraph's flags say, else its own variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** All other words, in their order. */
  readonly rest: readonly string[];
}

/**
 * Reads the flags of a TrustGraph processor: `--id agent-mem --pulsar-host=pulsar://pulsar:6650 -P 8001`. A flag wins over TrustGraph's variable of
 * the same meaning; the last of several wins. Throws `invalid-argument` that names the flag. TrustGraph's variables count only when there is an
 * `--id` (or TRUSTGRAPH_ID): without one nobody has asked for a processor. Ours win over them.
 */
export function readCommandLine(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): ProcessorCommandLine {
  const variables: Record<string, string> = {};
  const rest: string[] = [];
  const remaining = [...words];
  for (let word = remaining.shift(); word !== undefined; word = remaining.shift()) {
    if (word === '--') {
      rest.push(word, ...remaining);
      break;
    }
    const { flag, name, value } = flagOf(word);
    if (!flag) {
      rest.push(word);
      continue;
    }
    const given = flag.value ?? value ?? remaining.shift();
    if (given === undefined) throw new OperationError('invalid-argument', `${name}: needs a value`);
    const read = flag.read?.(given) ?? given;
    // Others are taken, and mean nothing here.
    if (flag.variable) variables[flag.variable] = read;
  }
  const isProcessor = Boolean(variables.TRUSTGRAPH_ID ?? environment.TRUSTGRAPH_ID);
  return { variables: isProcessor ? { ...fromEnvironment(environment), ...variables } : variables, rest };
}

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const said = processorFlags.flatMap(({ environment: name, variable, read }) => {
    const given = name === undefined ? undefined : environment[name];
    if (given === undefined || given === '') return [];
    const value = read?.(given) ?? given;
    return variable && !environment[variable] ? [[variable, value]] : [];
  });
  return Object.fromEntries(said);
}

/** `--name`, `--name=value`, `-n` or `-nvalue`. */
function flagOf(word: string): {
  readonly flag: ProcessorFlag | undefined;
  readonly name: string;
  readonly value: string | undefined;
} {
  const [, long, value] = /^--([a-z][a-z-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
  const [, short, rest] = /^-([a-zA-Z])([\s\S]*)$/.exec(word) ?? [];
  if (long !== undefined) return { flag: named(long), name: `--${long}`, value };
  if (short !== undefined) return { flag: named(short), name: `-${short}`, value: rest || undefined };
  return { flag: undefined, name: word, value: undefined };
}

function named(name: string): ProcessorFlag | undefined {
  return processorFlags.find(({ names }) => names.includes(name));
}
