import { memoryReference, sha256 } from '@agent-mem/contract';

/** What an article is made of: one source, with what it says. */
export interface ArticleSource {
  readonly id: string;
  /** Of a detail; empty for a message. */
  readonly memoryKey: string;
  readonly description: string;
  readonly statements: readonly string[];
}

/** The key of the article about a subject: the same subject, however it is written, has the same. */
export function articleKey(subject: string): string {
  const words = subject
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? ['subject'];
  const plain = words
    .join('_')
    .normalize('NFKD')
    .replace(/[^a-z0-9_]/g, '')
    .slice(0, 32);
  return `article_${plain || 'subject'}_${sha256(words.join(' ')).slice(0, 6)}`;
}

/** What is said of an article in a placeholder. */
export function articleDescription(subject: string): string {
  return `article about ${subject}`;
}

/** The article: what a model wrote, or each statement on a line, and below it what it rests on. */
export function articleText(subject: string, sources: readonly ArticleSource[], written: string | null): string {
  const lines = statementsOf(sources).map((statement) => `- ${statement}`);
  const opened = sources.map(({ id, memoryKey, description }) =>
    memoryKey === '' ? `- message ${id}` : `- ${memoryReference(memoryKey, description)}`,
  );
  return [`# ${subject}`, '', written ?? lines.join('\n'), '', '## Sources', '', ...opened, ''].join('\n');
}

/** What the sources say, each statement once. */
export function statementsOf(sources: readonly ArticleSource[]): readonly string[] {
  return [...new Set(sources.flatMap(({ statements }) => statements))];
}
