/** The arguments of a tool as the model wrote them. */
export interface ReadArgs {
  readonly args: Readonly<Record<string, unknown>>;
  /** Why they could not be read. */
  readonly problem: string | null;
}

/** Where the JSON object that a text begins with ends (exclusive), braces inside strings left aside; `null` while it is open. */
export function objectEnd(text: string): number | null {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (inString) {
      if (sign === '\\') index += 1;
      else if (sign === '"') inString = false;
      continue;
    }
    if (sign === '"') inString = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return index + 1;
  }
  return null;
}

/** The text without the code fence or backticks before it. */
export function withoutFence(text: string): string {
  return text.replace(/^\s*`{0,3}(?:json\b)?\s*/i, '');
}

/** The text without the code fence or backticks behind it. */
export function withoutFenceBehind(text: string): string {
  let kept = text.trimEnd();
  for (let removed = 0; removed < 3 && kept.endsWith('`'); removed += 1) kept = kept.slice(0, -1);
  return kept.trimEnd();
}

/** Reads arguments. None at all, `null` and `none` are no arguments. */
export function readArgs(text: string): ReadArgs {
  const json = withoutFenceBehind(text);
  if (/^(?:null|none|n\/a|-)?$/i.test(json)) return { args: {}, problem: null };
  const value = parseLeniently(json);
  if (value instanceof Error) return { args: {}, problem: `Args must be a JSON object: ${value.message}` };
  if (typeof value !== 'object' || value === null)
    return { args: {}, problem: `Args must be a JSON object, got a ${typeof value}` };
  if (Array.isArray(value)) return { args: {}, problem: 'Args must be a JSON object, got a list' };
  return { args: value as Record<string, unknown>, problem: null };
}

function parseLeniently(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    try {
      return JSON.parse(escapeLineBreaks(json));
    } catch {
      return error as Error;
    }
  }
}

/** Models break lines inside strings, which JSON does not allow. */
function escapeLineBreaks(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/gs, (string) =>
    string.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t'),
  );
}
