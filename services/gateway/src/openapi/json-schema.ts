import { type Field, type Shape, shapeOf } from '@agent-mem/contract';

/** A JSON Schema of the draft that OpenAPI 3.1 has. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Whether a map takes any JSON values over HTTP: metadata of a message that can carry them. */
export function carriesAnyJson({ byName }: Shape, { name }: Field): boolean {
  return name === 'metadata' && byName.has('metadata_json');
}

/** The names of a message and of those within it. */
export function shapesOf(message: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(message)) return found;
  found.add(message);
  for (const field of shapeOf(message).fields) if (field.message) shapesOf(field.message, found);
  return found;
}
