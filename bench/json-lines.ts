import { readFile } from 'node:fs/promises';
import { prettifyError, type ZodType } from 'zod';

/** Reads a file of JSON Lines, one record a line. Throws for the first line that is no such record, and names file, line and member. */
export async function readJsonLines<T>(file: URL, schema: ZodType<T>): Promise<readonly T[]> {
  const name = file.pathname.split('/').slice(-3).join('/');
  return parseJsonLines(await readFile(file, 'utf8'), schema, name);
}

/** Parses the text of such a file; its name is for error messages. */
export function parseJsonLines<T>(text: string, schema: ZodType<T>, name: string): readonly T[] {
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
  return lines.map((line, index) => {
    const at = `${name}:${index + 1}`;
    const parsed = schema.safeParse(jsonOf(line, at));
    if (!parsed.success) throw new Error(`${at}: ${prettifyError(parsed.error)}`);
    return parsed.data;
  });
}

function jsonOf(line: string, at: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`${at}: not a line of JSON`, { cause: error });
  }
}
