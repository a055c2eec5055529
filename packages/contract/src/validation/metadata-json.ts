import { OperationError } from '../error.ts';
import { isJsonObject } from '../json-object.ts';

/** Levels that a value of the metadata may nest. */
const mostLevels = 16;

/** Metadata as the contract carries it: texts, and the whole as JSON where a value is no text. */
export interface CarriedMetadata {
  readonly metadata: Readonly<Record<string, string>>;
  /** `null`: every value is a text. */
  readonly metadata_json: string | null;
}

/**
 * Makes both forms of metadata of the JSON object that a request gives. Throws `invalid-argument` for what is no such object, and where the
 * texts that came beside it say something else.
 * @param path of the member that holds the JSON; `metadata` stands beside it.
 */
export function carriedMetadata(json: string, given: Readonly<Record<string, string>>, path: string): CarriedMetadata {
  const values = objectOf(json, path);
  const texts = metadataTexts(values, path);
  const differing = Object.keys(given).find((key) => !Object.hasOwn(texts, key) || texts[key] !== given[key]);
  if (differing !== undefined)
    throw refusal(
      path,
      `must agree with metadata, which has another ${JSON.stringify(differing.slice(0, 80))}; leave metadata out`,
    );
  const isPlain = Object.values(values).every((value) => typeof value === 'string');
  return { metadata: texts, metadata_json: isPlain ? null : JSON.stringify(values) };
}

/** Each value of a JSON object as a text: a text is itself, anything else its JSON. Throws `invalid-argument` for what JSON cannot carry. */
export function metadataTexts(values: object, path: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]: [string, unknown]) => {
      const wrong = wrongWith(value, mostLevels);
      if (wrong) throw refusal(`${path}.${key.slice(0, 80)}`, wrong);
      return [key, typeof value === 'string' ? value : JSON.stringify(value)];
    }),
  );
}

function objectOf(json: string, path: string): object {
  const value: unknown = JSON.parse(json);
  if (isJsonObject(value)) return value;
  throw refusal(path, 'must be a JSON object');
}

/** What a value has that its JSON would lose; `null`: nothing. */
function wrongWith(value: unknown, levels: number): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'must have numbers that a 64-bit float holds';
  if (typeof value === 'string') return value.isWellFormed() ? null : 'must be well-formed Unicode';
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return `must nest at most ${mostLevels} levels`;
  for (const [name, inner] of Object.entries(value)) {
    const wrong = wrongWith(name, 0) ?? wrongWith(inner, levels - 1);
    if (wrong) return wrong;
  }
  return null;
}

function refusal(path: string, wrong: string): OperationError {
  return new OperationError('invalid-argument', `${path}: ${wrong}`);
}
