import mustache from 'mustache';
import type { TemplateName } from './template.ts';
import { variablesOf } from './template-names.ts';

/** Throws an `Error` that names the template if it does not parse or mentions a variable it is never given. */
export function checkTemplate(name: TemplateName, text: string): void {
  let spans: ReturnType<typeof mustache.parse>;
  try {
    spans = mustache.parse(text);
  } catch (cause) {
    throw new Error(`Prompt "${name}" is broken: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  const known = new Set(variablesOf[name].flatMap((variable) => [variable, `has_${variable}`]));
  for (const mentioned of namesIn(spans)) {
    if (!known.has(mentioned))
      throw new Error(`Prompt "${name}" mentions {{${mentioned}}}; known are ${variablesOf[name].join(', ')}`);
  }
}

type Span = readonly unknown[];

function* namesIn(spans: readonly Span[]): Iterable<string> {
  for (const [type, value, , , inner] of spans) {
    if (type === 'text' || type === '!' || type === '=' || value === '.') continue;
    yield type === '>' ? `> ${String(value)}` : String(value);
    if (Array.isArray(inner)) yield* namesIn(inner as readonly Span[]);
  }
}
