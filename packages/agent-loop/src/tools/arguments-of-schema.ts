import { membersOf } from '@agent-mem/contract';
import type { ToolArgument } from './tool.ts';

const longestDescription = 300;

/** The arguments that a JSON Schema of an object declares, as a prompt lists them. */
export function argumentsOfSchema(schema: Readonly<Record<string, unknown>>): readonly ToolArgument[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(membersOf(schema.properties)).map(([name, property]) => {
    const { type, description, enum: values } = membersOf(property);
    const form = Array.isArray(values) ? `one of ${values.map((value) => JSON.stringify(value)).join(', ')}` : '';
    const said = typeof description === 'string' ? description : '';
    return {
      name,
      type: typeof type === 'string' ? type : 'any',
      description: [said, form]
        .filter((part) => part !== '')
        .join('; ')
        .slice(0, longestDescription),
      required: required.includes(name),
    };
  });
}
