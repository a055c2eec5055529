import { type Sliced, sliceEnd } from '@agent-mem/runtime';
import { statedInMessage } from '../languages/stated-in-message.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { dated } from './dated.ts';
import { withObject } from './sentences/object-before.ts';
import { isPassing } from './sentences/passing.ts';
import { isHabit } from './sentences/verbs.ts';
import { saidBy, speakerOf } from './speaker.ts';
import { type Introduced, introducedIn, named } from './statement/introduced.ts';
import type { Statement } from './statement/of-the-user.ts';
import { statementOf } from './statement/statement.ts';
import { withoutAsides } from './statement/statement-parts.ts';
import { aboutSomeone } from './statement/statement-someone.ts';

const most = 3;
/** In other languages a clause may be several statements: "heißt Anna und wohnt in Kiel". */
const mostStatements = 6;
const longest = 300;
const clausesASlice = 500;
const nobody: ReadonlySet<string> = new Set();

/** What a message is read with. */
export interface Message {
  readonly message: string;
  /** When it was said (milliseconds since 1970): its "yesterday" is a date in the statements. */
  readonly at: number;
  /** Names of people the user has spoken of: what is said of them belongs to the user's world too. Default: none. */
  readonly names?: ReadonlySet<string>;
}

/** What a message says of its writer, as statements in the third person: of at most three clauses, none from questions or thanks. */
export function* extractingFacts({ message, at, names = nobody }: Message): Sliced<readonly string[]> {
  const speaker = speakerOf(message, names);
  if (speaker === null) return yield* statementsIn({ message, at, names });
  const said = yield* statementsIn({ message: speaker.message, at, names });
  return said.map((statement) => saidBy(speaker, statement));
}

function* statementsIn({ message, at, names = nobody }: Message): Sliced<readonly string[]> {
  const statements = new Set<string>();
  let subject: string | null = null;
  let introduced: Introduced | null = null;
  let clauses = 0;
  /** A text may say the same a thousand times. */
  const read = new Map<string, Statement | null>();
  const statementIn = (clause: Clause): Statement | null => {
    const id = `${subject ?? ''}\n${introduced?.whose ?? ''}\n${clause.text}`;
    const known = read.get(id);
    if (known !== undefined) return known;
    const found = named(clause.text, introduced) ?? statementOf(clause, subject, names);
    read.set(id, found);
    return found;
  };
  const said = clausesOf(message, names);
  yield* sliceEnd(message);
  for (const [index, { text: written, order }] of said.entries()) {
    const text = withObject(written, said[index - 1]?.text ?? '') ?? '';
    if (index % clausesASlice === clausesASlice - 1) yield* sliceEnd(message);
    const goesOn = statements.size > 0 || isOfKnown(text, names);
    const found = text.length > longest ? null : (statementIn({ text, order }) ?? (goesOn ? aboutSomeone(text, true) : null));
    introduced = found && introducedIn(found.text);
    subject = found ? subjectOf(found, introduced) : namedIn(text, names);
    // "I'm Broncos" behind something else names a team rather than its writer.
    const isTeam = statements.size > 0 && /^(?:i'm|i am) \S+$/i.test(text) && found?.text.startsWith("The user's name is");
    if (!found || isTeam) continue;
    const before = statements.size;
    for (const stated of withoutAsides(found.text)) if (!isPassing(stated)) statements.add(dated(stated, at));
    if (statements.size > before) clauses += 1;
    if (clauses === most) break;
  }
  if (statements.size > 0) return [...statements];
  yield* sliceEnd(message);
  return statedInMessage(message).slice(0, mostStatements);
}

/** Whom the next clause may go on about. */
function subjectOf({ subject, text }: Statement, introduced: Introduced | null): string | null {
  const newcomer = introduced?.isBeing && introduced.isOfUser ? introduced.whose : null;
  return subject ?? newcomer ?? (text.startsWith('The user ') ? 'The user' : null);
}

/** Who is known by name and comes first in a clause; `null`: nobody. */
function namedIn(clause: string, names: ReadonlySet<string>): string | null {
  const first = /^\p{Lu}[\p{L}-]*/u.exec(clause)?.[0] ?? '';
  return names.has(first) ? first : null;
}

/** That somebody is there no more. */
const goes =
  /^(\p{Lu}[\p{L}'’-]*) (?:has |had |was )?(?:just |now )?(?:quit|resigned|retired|left|fired|let go|died|passed away|moved out)(?: (?:us|the (?:company|firm|team|practice|business|club|school)))?$/u;

/** "Nutmeg only eats chicken", "Rosa quit", of somebody who is known by name. */
function isOfKnown(clause: string, names: ReadonlySet<string>): boolean {
  const [, who = '', does = ''] =
    /^(\p{Lu}[\p{L}'’-]*) (?:(?:only|also|always|never|usually|still|now) )?(\p{Ll}+)s /u.exec(clause) ?? [];
  return (names.has(who) && isHabit(does)) || names.has(goes.exec(clause)?.[1] ?? '');
}
