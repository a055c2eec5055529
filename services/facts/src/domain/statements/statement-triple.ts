import { readStatement } from './statement-reading.ts';
import { isSimple } from './statement-topic.ts';

/** A statement taken apart, in its own words. */
export interface Triple {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

const verbs = [
  'is named|is called|are named|are called|wants to be called',
  'has lived in|lives in|live in|lives at|moved to|has moved to|is moving to|grew up in|was born on|was born in',
  'works at|works for|works as|studies at|studies|teaches|graduated from',
  'is allergic to|is not allergic to|is married to|is engaged to',
  'does not like|does not eat|does not drink|does not have|does not speak|does not live in|does not work at|no longer lives in|no longer works at',
  'likes|loves|hates|dislikes|enjoys|prefers|cannot eat|cannot stand|never drinks|never eats',
  'speaks|plays|owns|drives|uses|has|is not|is|are',
].join('|');
const simple = new RegExp(`^(?:the )?(\\S+(?: \\S+){0,6}?) (${verbs}) (\\S.*)$`, 'i');
const nameOf = /^(?:the )?(.+?)['’]s name is (\S.*)$/i;

/** Subject, predicate and object of a simple English statement; `null`: it says more than one thing, or is none of the known forms. */
export function tripleOf(statement: string): Triple | null {
  const text = statement
    .trim()
    .replace(/\.$/, '')
    .replace(/^(The user(?: is)?) also /, '$1 ');
  if (!isSimple(text, readStatement(text).words)) return null;
  const [, named, name] = nameOf.exec(text) ?? [];
  if (named !== undefined && name !== undefined) return { subject: named, predicate: 'is named', object: name };
  const [, subject, predicate, object] = simple.exec(text) ?? [];
  if (subject === undefined || predicate === undefined || object === undefined) return null;
  return { subject, predicate: predicate.toLowerCase(), object };
}
