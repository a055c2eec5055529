import type { Described, DescribedSchema } from '../../src/reference-page/described.ts';

const prefix = '#/components/schemas/';

/** The text of a module with a TypedDict for each message. */
export function modelsModule({ components }: Described): string {
  const models = Object.entries(components.schemas).map(([name, schema]) => model(name, schema));
  return `# Made from the OpenAPI document by "npm run generate".
"""The messages of agent-mem, as JSON has them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

${models.join('\n')}`;
}

function model(name: string, schema: DescribedSchema): string {
  const members = Object.entries(schema.properties ?? {}).map(([member, each]) => {
    const type = pythonType(each);
    return [member, schema.required?.includes(member) ? type : `NotRequired[${type}]`] as const;
  });
  // Written as a call, since members may be named as Python's own words are.
  const lines = members.map(([member, type]) => `        "${member}": ${quoted(type)},\n`);
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`;
}

/** The reference is to a name that may stand further below, which a text may hold. */
function quoted(type: string): string {
  return JSON.stringify(type).replaceAll(String.raw`\"`, "'");
}

/** The type of a value of this schema. */
export function pythonType(schema: DescribedSchema): string {
  const { $ref, anyOf, items, additionalProperties } = schema;
  if ($ref) return $ref.slice(prefix.length);
  if (anyOf) return [...new Set(anyOf.map(pythonType))].join(' | ');
  if (schema.enum) return `Literal[${schema.enum.map((value) => (value === null ? 'None' : JSON.stringify(value))).join(', ')}]`;
  const types = [schema.type ?? 'any'].flat().map((type) => {
    if (type === 'array') return `list[${pythonType(items ?? {})}]`;
    if (type === 'object')
      return `dict[str, ${typeof additionalProperties === 'object' ? pythonType(additionalProperties) : 'Any'}]`;
    return scalars[type] ?? 'Any';
  });
  return types.join(' | ');
}

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  boolean: 'bool',
  integer: 'int',
  number: 'float',
  null: 'None',
};
