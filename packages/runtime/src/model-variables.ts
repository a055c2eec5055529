import { integer, optionalInteger, text, type Variable } from './config.ts';

/** The variable that names the server of the fleet's model. */
export const modelServerVariable = {
  LLM_URL: text({ meaning: 'Base URL of an OpenAI-compatible server; empty: reason by rules', default: '' }),
};

/** The variable that says how many tokens the model's window holds; shares are of it. It stands before those that take a share. */
export const windowVariable = {
  LLM_CONTEXT_TOKENS: optionalInteger({
    meaning:
      "Size of the model's context window, prompt and answer together; empty: not known, and no other setting can be a share of it",
    unit: 'tokens',
    min: 1_000,
    max: 100_000_000,
  }),
};

/** A number of tokens from `min` to `max`, also written as a share of the model's window: `50%`. A share without a window is refused. */
export function tokenLimit(options: {
  readonly meaning: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
}): Variable<number> {
  const tokens = integer({ ...options, unit: 'tokens' });
  return {
    ...tokens,
    unit: 'tokens or %',
    parse(text, valueNamed) {
      const share = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text.trim())?.[1];
      if (share === undefined) return tokens.parse(text);
      const percent = Number(share);
      if (percent <= 0 || percent > 100) throw new Error(`must be a share from 1% to 100%, got "${text}"`);
      const window = valueNamed?.('LLM_CONTEXT_TOKENS');
      if (typeof window !== 'number') {
        throw new Error(
          `is a share (${text}) of the model's window: set LLM_CONTEXT_TOKENS to its tokens, or name a number of tokens`,
        );
      }
      const limit = Math.floor((window * percent) / 100);
      if (limit >= options.min && limit <= options.max) return limit;
      throw new Error(`${text} of LLM_CONTEXT_TOKENS are ${limit} tokens; it must be from ${options.min} to ${options.max}`);
    },
  };
}
