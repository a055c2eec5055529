import type { TemplateName, TemplateVariables } from './template.ts';

/**
 * The variables as templates get them: no text can open or close a fence, so `<memory …>` and `</memory>` are only ever ours.
 * Lists come with `has_<name>`, for what is written once around them.
 */
export function delimited<Name extends TemplateName>(
  template: Name,
  variables: Partial<TemplateVariables[Name]>,
): Record<string, unknown> {
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
  if (typeof value === 'string')
    return value.replace(/[<＜﹤]/g, (sign, index) => (isDelimiter(value, index + 1) ? '&lt;' : sign));
  if (Array.isArray(value)) return value.map(defuse);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inAttribute(name, defuse(member))]));
}

/** Whether a text holds a fence of our prompts, which only a model that copies its prompt writes. */
export function holdsDelimiter(text: string): boolean {
  return text.matchAll(/[<＜﹤]/g).some(({ index }) => isDelimiter(text, index + 1));
}

const beforeWord = /[\s/\u2044\u2215\p{Cf}]*/uy;
/** Letters of the word, with signs between them that nobody sees. */
const wordCharacters = 48;

/** Whether what follows would pass for the rest of a fence, also with signs that are not seen and in letters that only look otherwise. */
function isDelimiter(text: string, index: number): boolean {
  beforeWord.lastIndex = index;
  beforeWord.test(text);
  const word = text.slice(beforeWord.lastIndex, beforeWord.lastIndex + wordCharacters);
  return /^memory/i.test(word.normalize('NFKC').replace(/[\s/\p{Cf}]+/gu, ''));
}

/** Ids, times and types stand in a tag's attributes, where a quote would end them. */
function inAttribute(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !attributes.has(name)) return value;
  return value.replace(/["<>\r\n]/g, ' ');
}

const attributes: ReadonlySet<string> = new Set(['id', 'timestamp', 'type', 'role', 'heading', 'said_at']);
