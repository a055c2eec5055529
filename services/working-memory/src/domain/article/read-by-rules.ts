import { cluesIn } from '../clues.ts';
import { sentencesOf } from '../sentences.ts';

/** What a source says: what it is about, and statements that are understood without it. */
export interface SourceReading {
  readonly subject: string;
  readonly statements: readonly string[];
}

/** A source as rules see it. */
export interface ReadSource {
  readonly kind: 'detail' | 'message';
  /** Of a detail: the command that gave it, or its type. Of a message: who said it. */
  readonly source: string;
  readonly description: string;
  readonly content: string;
}

const mostStatements = 5;
const mostCharacters = 300;
const mostSubjectWords = 3;

/**
 * Reads a source without a model: a detail is about the command that gave it, a message about the first name in it. A detail says what its lines tell
 * of errors, decisions and constraints; a message what it says in whole sentences.
 */
export function readByRules(read: ReadSource): SourceReading {
  const sentences =
    read.kind === 'message'
      ? sentencesOf(read.content).filter((sentence) => !sentence.endsWith('?'))
      : cluesIn(read.content, ['error', 'decision', 'constraint']).map(({ sentence }) => sentence);
  const subject = read.kind === 'message' ? nameIn(read.content) : commandIn(read.source || read.description);
  const said = [...new Set(sentences)].slice(0, mostStatements).map(cut);
  return { subject, statements: said.length > 0 ? said : [cut(read.description || read.content)] };
}

/** `npm run build -- --verbose` is about `npm run build`. */
function commandIn(source: string): string {
  const words = source.trim().split(/\s+/);
  const flags = words.findIndex((word) => !/^[\p{L}\p{N}_.:-]+$/u.test(word) || word.startsWith('-'));
  const said = (flags < 1 ? words : words.slice(0, flags)).slice(0, mostSubjectWords).join(' ');
  return said.replace(/[:,.]+$/, '') || 'stored texts';
}

/** A capital letter that begins no sentence begins a name. */
function nameIn(content: string): string {
  const [, name] = /(?<![.!?]\s|^)\s(\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)/mu.exec(` ${content}`.replace(/^\s\S+/, '')) ?? [];
  return name ?? 'the user';
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters - 1).toWellFormed()}…`;
}
