import { shownAddress } from '@agent-mem/contract/shown-address';

/** One variable of the environment: its name is the key it stands under, in capitals. */
export interface Variable<Value> {
  /** What it decides, for people. */
  readonly meaning: string;
  /** `ms`, `s`, `tokens`, `bytes`; empty for none. */
  readonly unit: string;
  /** As it would be written. */
  readonly defaultText: string;
  /**
   * Throws an `Error` that says what is accepted; the kit adds the variable's name. `valueNamed` answers another variable's value, for one whose
   * meaning depends on it.
   */
  parse(text: string, valueNamed?: (name: string) => unknown): Value;
}

/** Variables by their names. */
export type Variables = Readonly<Record<string, Variable<unknown>>>;

/** The parsed values, under the same names. */
export type ConfigOf<V extends Variables> = { readonly [Name in keyof V]: V[Name] extends Variable<infer Value> ? Value : never };

/** A whole number from `min` to `max`. */
export function integer(options: {
  readonly meaning: string;
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
}): Variable<number> {
  return {
    meaning: options.meaning,
    unit: options.unit ?? '',
    defaultText: String(options.default),
    parse(text) {
      const value = Number(text);
      if (/^-?\d+$/.test(text.trim()) && value >= options.min && value <= options.max) return value;
      throw new Error(`must be a whole number from ${options.min} to ${options.max}, got "${text}"`);
    },
  };
}

/** A whole number from `min` to `max`; empty: `null`, and other variables decide. */
export function optionalInteger(options: {
  readonly meaning: string;
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
}): Variable<number | null> {
  const given = integer({ ...options, default: options.min });
  return { ...given, defaultText: '', parse: (text) => (text === '' ? null : given.parse(text)) };
}

/** True or false, also written 1 or 0. */
export function flag(options: { readonly meaning: string; readonly default: boolean }): Variable<boolean> {
  return {
    meaning: options.meaning,
    unit: '',
    defaultText: String(options.default),
    parse(text) {
      if (text === 'true' || text === '1') return true;
      if (text === 'false' || text === '0') return false;
      throw new Error(`must be true or false, got "${text}"`);
    },
  };
}

/** A text, or one of a few. */
export function text(options: {
  readonly meaning: string;
  readonly default: string;
  readonly oneOf?: readonly string[];
}): Variable<string> {
  return {
    meaning: options.meaning,
    unit: '',
    defaultText: options.default,
    parse(value) {
      if (!options.oneOf || options.oneOf.includes(value)) return value;
      throw new Error(`must be one of ${options.oneOf.filter(Boolean).join(', ')}, got "${value}"`);
    },
  };
}

/** A secret that is sent in a header, such as an API key. Blanks around it are left out: a file of a secret often ends with a line break. */
export function headerSecret({ meaning }: { readonly meaning: string }): Variable<string> {
  return {
    meaning,
    unit: '',
    defaultText: '',
    parse(value) {
      const secret = value.trim();
      if (/^[\t\x20-\x7e\x80-\xff]*$/.test(secret)) return secret;
      // The value itself is no part of a message.
      throw new Error('has a line break, or another character that cannot be sent in a header');
    },
  };
}

/** A URL of http or https, or empty: there is no such server. */
export function httpUrl({ meaning }: { readonly meaning: string }): Variable<string> {
  return {
    meaning,
    unit: '',
    defaultText: '',
    parse(value) {
      if (value === '') return value;
      const url = URL.parse(value);
      if (url === null || !/^https?:$/.test(url.protocol))
        throw new Error(`must be a URL of http or https, got "${shownAddress(value)}"`);
      // No request is made of such a URL. The message does not repeat it.
      if (url.username !== '' || url.password !== '') throw new Error('must be a URL without a user and a password');
      return value;
    },
  };
}

/** Reads all variables, flags before environment. A malformed one stops the start with its name. */
export function readConfig<V extends Variables>(
  variables: V,
  environment: Readonly<Record<string, string | undefined>>,
): ConfigOf<V> {
  const textOf = (name: string, { defaultText }: Variable<unknown>) => environment[name] || defaultText;
  const valueNamed = (name: string) => variables[name]?.parse(textOf(name, variables[name]));
  const values = Object.entries(variables).map(([name, variable]) => {
    try {
      return [name, variable.parse(textOf(name, variable), valueNamed)];
    } catch (error) {
      throw new Error(`${name} ${(error as Error).message}`);
    }
  });
  return Object.fromEntries(values) as ConfigOf<V>;
}
