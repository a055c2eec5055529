import type { Described, DescribedParameter, DescribedSchema } from './described.ts';
import { type Html, html } from './html.ts';

const prefix = '#/components/schemas/';

/** The schema that a reference names; any other as it is. */
export function schemaNamed(schema: DescribedSchema, { components }: Described): DescribedSchema {
  return components.schemas[nameOf(schema) ?? ''] ?? schema;
}

/** Each member of a message: name, type, what it is for. The members of messages within it stand below it. */
export function fieldTable(schema: DescribedSchema, document: Described): Html {
  return table(rowsOf(schema, document, '', new Set()));
}

/** The parameters of a read. */
export function parameterTable(parameters: readonly DescribedParameter[]): Html {
  return table(
    parameters.flatMap(({ name = '', in: place = '', description = '', schema }) =>
      schema ? [row(`${name} (${place})`, schema, place === 'path', description)] : [],
    ),
  );
}

/** A type in words: `list of Fact`, `text`, `integer, 1 to 100`. */
export function typeText(schema: DescribedSchema): string {
  const name = nameOf(schema);
  if (name !== null) return name;
  if (schema.anyOf)
    return schema.anyOf
      .map(typeText)
      .filter((text) => text !== 'null')
      .join(' or ');
  const types = [schema.type ?? 'any value'].flat().filter((type) => type !== 'null');
  if (schema.enum) return schema.enum.filter((value) => value !== null && value !== '').join(' | ');
  if (schema.items) return `list of ${typeText(schema.items)}`;
  const { minimum, maximum, maxLength } = schema;
  if (minimum !== undefined && maximum !== undefined && minimum > -(2 ** 31)) return `${types}, ${minimum} to ${maximum}`;
  return maxLength === undefined ? types.join(' or ') : `${types.join(' or ')}, at most ${maxLength}`;
}

function rowsOf(schema: DescribedSchema, document: Described, path: string, above: ReadonlySet<string>): readonly Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const required = schema.required?.includes(name) ?? false;
    const own = row(path + name, member, required, member.description ?? '');
    const inner = member.items ?? member.anyOf?.[0] ?? member;
    const innerName = nameOf(inner);
    // What holds itself is shown once.
    if (innerName === null || above.has(innerName)) return [own];
    const suffix = member.items ? '[].' : '.';
    return [own, ...rowsOf(schemaNamed(inner, document), document, path + name + suffix, new Set([...above, innerName]))];
  });
}

function row(name: string, schema: DescribedSchema, required: boolean, description: string): Html {
  return html`<tr><th scope="row"><code>${name}</code>${required ? ' *' : ''}</th><td>${typeText(schema)}</td><td>${description}</td></tr>
`;
}

function table(rows: readonly Html[]): Html {
  if (rows.length === 0) return html`<p>No members.</p>`;
  return html`<table><thead><tr><th scope="col">member (* required)</th><th scope="col">type</th><th scope="col">meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function nameOf({ $ref }: DescribedSchema): string | null {
  return $ref?.startsWith(prefix) ? $ref.slice(prefix.length) : null;
}
