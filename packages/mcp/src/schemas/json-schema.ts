/** A JSON Schema as tools have it. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

/** One of an object. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

/** A text that is not empty. */
export function text(description: string): JsonSchema {
  return { type: 'string', minLength: 1, description };
}

/** A text that may be left out. Models leave it empty, too. */
export function maybeText(description: string): JsonSchema {
  return { type: 'string', description };
}

/** One of these words. */
export function word(words: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: words, description };
}

/** A whole number in a range. */
export function whole(minimum: number, maximum: number, description: string): JsonSchema {
  return { type: 'integer', minimum, maximum, description };
}

/** A number, of any size. */
export function number(description: string): JsonSchema {
  return { type: 'number', description };
}

/** True or false. */
export function yesOrNo(description: string): JsonSchema {
  return { type: 'boolean', description };
}

/** A list. */
export function list(items: JsonSchema, description?: string): JsonSchema {
  return { type: 'array', items, ...(description !== undefined && { description }) };
}

/** What a tool takes: these and no more. */
export function takes(properties: ObjectSchema['properties'], required: readonly string[] = []): ObjectSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** What a tool answers. A later version may answer more. */
export function answers(
  properties: ObjectSchema['properties'],
  required: readonly string[] = Object.keys(properties),
): ObjectSchema {
  return { type: 'object', properties, required };
}
