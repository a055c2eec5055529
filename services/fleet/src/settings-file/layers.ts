import type { VariableGroup } from '../command-line/flags.ts';

/** Where a value comes from, the strongest first. */
export type Origin = 'flag' | 'environment' | 'file' | 'default';

/** A variable as it holds in this process. */
export interface Setting {
  readonly name: string;
  /** As it would be written; a secret is masked. */
  readonly value: string;
  readonly from: Origin;
}

type Values = Readonly<Record<string, string | undefined>>;

/** The values of three layers, the first that is not empty of each variable. */
export interface Layers {
  readonly flags: Values;
  readonly environment: Values;
  readonly file: Values;
}

/** The environment as services read it: flags over the environment, the environment over the file. A variable that is set to nothing is not set. */
export function layered({ flags, environment, file }: Layers): Values {
  const filled = Object.entries(file).filter(([name]) => (environment[name] ?? '') === '');
  return { ...environment, ...Object.fromEntries(filled), ...flags };
}

/** Every variable with the value that holds and its origin. */
export function settingsOf({ flags, environment, file }: Layers, groups: readonly VariableGroup[]): readonly Setting[] {
  return groups.flatMap(({ variables }) =>
    Object.entries(variables).map(([name, { defaultText }]) => {
      const given = (Object.entries({ flag: flags, environment, file }) as [Origin, Values][]).find(
        ([, values]) => (values[name] ?? '') !== '',
      );
      const [from, values]: [Origin, Values] = given ?? ['default', { [name]: defaultText }];
      return { name, value: masked(name, values[name] ?? ''), from };
    }),
  );
}

/** Secrets are known by the ends of their names; of a URL, user and password are left out, and values of its query. */
function masked(name: string, value: string): string {
  if (value !== '' && /(_KEY|_TOKEN|_PASSWORD|_SECRET|_HEADERS)$/.test(name)) return '***';
  return value
    .replace(/\/\/[^/\s]*@/g, '//***@')
    .replace(/([?&])([^?=&\s]*)=[^&\s]*/g, (part, mark: string, key: string) =>
      /key|token|password|secret/i.test(key) ? `${mark}${key}=***` : part,
    );
}
