import { cluesIn } from '../clues.ts';
import { sentencesOf } from '../sentences.ts';
import { standsAlone } from './stands-alone.ts';

/** What a source says. */
export interface SourceReading {
  /** What it is about. */
  readonly subject: string;
  /** What the article says of it: understood without it. */
  readonly statements: readonly string[];
  /** Those of them that become facts. */
  readonly facts: readonly string[];
}

/** A source as rules see it. */
export interface ReadSource {
  readonly kind: 'detail' | 'message';
  /** Of a detail: the command that gave it, or its type. Of a message: who said it. */
  readonly source: string;
  readonly description: string;
  readonly content: string;
  /** When it was said or stored (ISO 8601): what it says is as old. */
  readonly timestamp: string;
}

const mostStatements = 5;
const mostCharacters = 300;
const mostSubjectWords = 3;

/**
 * Reads a detail without a model: it is about the command that gave it, and says what its lines tell of errors, decisions and constraints. One that
 * tells of none stands in the article by its description, and becomes no fact.
 */
export function readDetailByRules({
  source,
  description,
  content,
}: Pick<ReadSource, 'source' | 'description' | 'content'>): SourceReading {
  const clues = cluesIn(content, ['error', 'decision', 'constraint']).map(({ sentence }) => sentence);
  const facts = [...new Set(clues)].slice(0, mostStatements).map(cut);
  return { subject: commandIn(source || description), statements: facts.length > 0 ? facts : [cut(description)], facts };
}

/**
 * Reads a message without a model: it is about the first name in it, and says what its user says in whole sentences; those that are understood
 * alone become facts. What an agent answered rests on what others say: only a model tells what of it is new.
 */
export function readMessageByRules({ source, content }: Pick<ReadSource, 'source' | 'content'>): SourceReading {
  const sentences = source === 'user' ? sentencesOf(content).filter((sentence) => !sentence.endsWith('?')) : [];
  const statements = [...new Set(sentences)].slice(0, mostStatements).map(cut);
  return { subject: nameIn(content), statements, facts: statements.filter(standsAlone) };
}

/** `npm run build -- --verbose` is about `npm run build`. */
function commandIn(source: string): string {
  const words = source.trim().split(/\s+/);
  const flags = words.findIndex((word) => !/^[\p{L}\p{N}_.:-]+$/u.test(word) || word.startsWith('-'));
  const said = (flags < 1 ? words : words.slice(0, flags)).slice(0, mostSubjectWords).join(' ');
  return said.replace(/(?<![:,.])[:,.]+$/, '') || 'stored texts';
}

/** A capital letter that begins no sentence begins a name. */
function nameIn(content: string): string {
  const [, name] = /(?<=[\p{L}\p{N},;]) (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)/u.exec(content) ?? [];
  return name ?? 'the user';
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters - 1).toWellFormed()}…`;
}
