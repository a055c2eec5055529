import { readModelJson } from '@agent-mem/llm';

/** The arguments of a tool as the model wrote them. */
export interface ReadArgs {
  readonly args: Readonly<Record<string, unknown>>;
  /** Why they could not be read. */
  readonly problem: string | null;
}

/** The text without the code fence or backticks before it. */
export function withoutFence(text: string): string {
  return text.replace(/^\s*`{0,3}(?:json\b)?\s*/i, '');
}

/** The text without the code fence or backticks behind it. */
export function withoutFenceBehind(text: string): string {
  let stripped = text.trimEnd();
  for (let removed = 0; removed < 3 && stripped.endsWith('`'); removed += 1) stripped = stripped.slice(0, -1);
  return stripped.trimEnd();
}

/** Reads arguments. None at all, `null` and `none` are no arguments. An object that stands in a string is read as the object. */
export function readArgs(text: string): ReadArgs {
  const json = withoutFenceBehind(text);
  if (/^(?:null|none|n\/a|-)?$/i.test(json)) return { args: {}, problem: null };
  const written = parsed(json);
  const value = typeof written === 'string' && written.trimStart().startsWith('{') ? parsed(written) : written;
  if (value instanceof Error) return { args: {}, problem: `Args must be a JSON object: ${value.message}` };
  if (typeof value !== 'object' || value === null)
    return { args: {}, problem: `Args must be a JSON object, got a ${typeof value}` };
  if (Array.isArray(value)) return { args: {}, problem: 'Args must be a JSON object, got a list' };
  return { args: value as Record<string, unknown>, problem: null };
}

function parsed(json: string): unknown {
  try {
    return readModelJson(json);
  } catch (error) {
    return error;
  }
}
