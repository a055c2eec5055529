import { readFileSync } from 'node:fs';
import mustache from 'mustache';
import type { ChatMessage } from './chat-model.ts';
import { delimited } from './delimiters.ts';
import type { TemplateName, TemplateVariables } from './template.ts';
import { checkTemplate } from './template-check.ts';
import { templateNames } from './template-names.ts';

/** Our prompts, each a mustache template. */
export interface Prompts {
  /** Fills a template. What stands above the template's line `---` is the system's message, the rest the user's. */
  render<Name extends TemplateName>(template: Name, variables: TemplateVariables[Name]): readonly ChatMessage[];
}

/** Texts of templates by name; those left out keep their default. */
export type PromptOverrides = Readonly<Partial<Record<TemplateName, string>>>;

/** The default prompts, some replaced. Throws an `Error` that names the template when one is broken. */
export function createPrompts(overrides: PromptOverrides = {}): Prompts {
  const parts = new Map<TemplateName, { readonly system: string | null; readonly user: string }>();
  for (const name of templateNames) {
    const text = overrides[name] ?? defaultText(name);
    checkTemplate(name, text);
    parts.set(name, divide(text));
  }
  return {
    render(template, variables) {
      const part = parts.get(template);
      if (part === undefined) throw new Error(`There is no template "${template}"`);
      const view = delimited(template, variables);
      const fill = (text: string) => mustache.render(text, view, undefined, { escape: String }).trim();
      const user: ChatMessage = { role: 'user', content: fill(part.user) };
      return part.system === null ? [user] : [{ role: 'system', content: fill(part.system) }, user];
    },
  };
}

function defaultText(name: TemplateName): string {
  return readFileSync(new URL(`../templates/${name}.mustache`, import.meta.url), 'utf8');
}

/** Divided before filling, so that no filled-in text can move the line. */
function divide(text: string): { system: string | null; user: string } {
  const line = /^---[ \t]*\r?\n/m.exec(text);
  if (line === null) return { system: null, user: text };
  return { system: text.slice(0, line.index), user: text.slice(line.index + line[0].length) };
}
