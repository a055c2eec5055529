import type { TemplateName, TemplateVariables } from './template.ts';

/**
 * The variables as templates get them: no text can open or close a fence, so `<memory …>` and `</memory>` are only ever ours.
 * Lists come with `has_<name>`, for what is written once around them.
 */
export function fenced<Name extends TemplateName>(template: Name, variables: TemplateVariables[Name]): Record<string, unknown> {
  const view: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variables)) {
    view[name] = fromConfiguration(template, name) ? value : defuse(value);
    if (Array.isArray(value)) view[`has_${name}`] = value.length > 0;
  }
  return view;
}

/** What the operator wrote is not memory. */
function fromConfiguration(template: TemplateName, name: string): boolean {
  return template === 'react' && (name === 'additional_context' || name === 'tools');
}

function defuse(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/<(?=[\s/]*memory)/gi, '&lt;');
  if (Array.isArray(value)) return value.map(defuse);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inAttribute(name, defuse(member))]));
}

/** Ids, times and types stand in a tag's attributes, where a quote would end them. */
function inAttribute(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !attributes.has(name)) return value;
  return value.replace(/["<>\r\n]/g, ' ');
}

const attributes: ReadonlySet<string> = new Set(['id', 'timestamp', 'type']);
