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
  /** What the built-in `react` template shows of recalled memory, as a text of its own. */
  renderMemory(memory: MemoryVariables): string;
}

/** What the loop's prompt shows of recalled memory. */
export type MemoryVariables = Pick<
  TemplateVariables['react'],
  'facts' | 'episodes' | 'conversation' | 'conversation_summary' | 'sessions' | 'other_sessions'
>;

/** Texts of templates by name; those left out keep their default. */
export type PromptOverrides = Readonly<Partial<Record<TemplateName, string>>>;

/** The default prompts, some replaced. Throws an `Error` that names the template when one is broken. */
export function createPrompts(overrides: PromptOverrides = {}): Prompts {
  const parts = new Map<TemplateName, { readonly system: string | null; readonly user: string }>();
  for (const name of templateNames) {
    const text = withMemoryPart(overrides[name] ?? readTemplate(name));
    checkTemplate(name, text);
    parts.set(name, divide(text));
  }
  return {
    render(template, variables) {
      const part = parts.get(template);
      if (part === undefined) throw new Error(`There is no template "${template}"`);
      const view = delimited(template, variables);
      const user: ChatMessage = { role: 'user', content: fillIn(part.user, view) };
      return part.system === null ? [user] : [{ role: 'system', content: fillIn(part.system, view) }, user];
    },
    renderMemory: (memory) => fillIn(readTemplate(memoryPart), delimited('react', memory)),
  };
}

/** What shows recalled memory: a part of `react`, and a text of its own where memory is asked for alone. */
const memoryPart = 'memory';

function withMemoryPart(text: string): string {
  return text.replace(/^\{\{> memory\}\}\r?\n/gm, () => readTemplate(memoryPart));
}

function readTemplate(name: TemplateName | typeof memoryPart): string {
  return readFileSync(new URL(`../templates/${name}.mustache`, import.meta.url), 'utf8');
}

function fillIn(text: string, view: Readonly<Record<string, unknown>>): string {
  return mustache.render(text, view, undefined, { escape: String }).trim();
}

/** Divided before filling, so that no filled-in text can move the line. */
function divide(text: string): { system: string | null; user: string } {
  const line = /^---[ \t]*\r?\n/m.exec(text);
  if (line === null) return { system: null, user: text };
  return { system: text.slice(0, line.index), user: text.slice(line.index + line[0].length) };
}
