import { membersOf } from '@agent-mem/contract';
import { parse } from 'yaml';
import { listOf, textOf, timeOf } from './members.ts';
import type { ImportRecord } from './record.ts';

/** The facts of a note: one for each heading with text under it, which begins with the headings above. Front matter gives tags and date. */
export function markdownFacts(text: string): readonly ImportRecord[] {
  const [, matter, body = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? [];
  const about = frontMatter(matter);
  if (about === null) return [{ kind: 'skipped', reason: 'its front matter is no YAML' }];
  const { tags, date, created, title } = about;
  const given = typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : tags;
  const shared = { timestamp: timeOf(date ?? created), tags: listOf(given).flatMap((tag) => textOf(tag) ?? []) };
  const sections = sectionsOf(body, textOf(title));
  if (sections.length === 0) return [{ kind: 'skipped', reason: 'a note without text' }];
  return sections.map((content) => ({ kind: 'fact', content, ...shared }));
}

function frontMatter(text: string | undefined) {
  try {
    return membersOf(text === undefined ? {} : parse(text));
  } catch {
    return null;
  }
}

function sectionsOf(body: string, title: string | null): readonly string[] {
  const sections: string[] = [];
  const headings: string[] = [];
  let lines: string[] = [];
  let isCode = false;
  const end = () => {
    const text = lines.join('\n').trim();
    const above = [title, ...headings].filter((heading) => heading).join(' > ');
    if (text !== '') sections.push(above === '' ? text : `${above}: ${text}`);
    lines = [];
  };
  for (const line of body.split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const [, marks = '', marked] = isCode ? [] : (/^(#{1,6})\s+(.*)/.exec(line) ?? []);
    const heading = marked?.replace(/(?<!\S)#+\s*$/, '').trim();
    if (heading === undefined) lines.push(line);
    else {
      end();
      headings.length = Math.min(headings.length, marks.length - 1);
      headings.push(heading);
    }
  }
  end();
  return sections;
}
