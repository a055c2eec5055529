import { sentencesOf } from '@agent-mem/llm';
import { beforeClause } from '../extraction/asked-to-remember.ts';
import { capitalised } from '../statements/capitalised.ts';
import { foreignStatement } from './in-english.ts';
import { languages } from './languages.ts';
import { isNotRead } from './not-read.ts';
import { partsOf } from './parts.ts';
import { ownInThirdPerson } from './possessives.ts';

const ways = languages.map(({ stated }) => ({
  ...stated,
  sign: new RegExp(`(?<!\\p{L})(?:${stated.signs})(?!\\p{L})`, 'iu'),
}));
/** In characters. */
const longest = 300;

const leadIn = new RegExp(`^(?:(?:${anyOf('leadIn')})[,!.]?\\s+)+`, 'iu');
const notMeant = new RegExp(`^(?:${anyOf('notMeant')})|(?<!\\p{L})(?:${anyOf('unreal')})(?!\\p{L})|[?¿{}=<>]|:\\s|[«“"]`, 'iu');
/** Where a sentence goes on to another statement. */
const join = new RegExp(
  `\\s*;\\s*|(?:,?\\s+(?:${anyOf('joins')})|,)\\s+(?=(?:${anyOf('begins')})(?:\\s|$|(?<=')))|,\\s+(?=(?:${anyOf('beginsAfterComma')})(?:\\s|$|(?<=')))`,
  'iu',
);

/** What is not so: ", no Andrés". */
const contrast = /,\s+(?:nicht|pas|no|não) [^,]*$/iu;

const naming = new RegExp(
  `( (?:${languages.map(({ retold }) => retold.isCalled).join('|')}) )(\\p{Ll}[\\p{L}-]+)(?=$|,| und | et | y | e )`,
  'u',
);

/** A request to note what was just said, behind it. */
const noteIt = new RegExp(`,\\s*(?:${anyOf('noteIt')})[\\s.!]*$`, 'iu');

const aside = new RegExp(`,\\s+(?:${anyOf('asides')})(?![\\p{L}]).*$`, 'iu');

const now = new RegExp(`^(?:${anyOf('now')}) | (?:${anyOf('now')})(?= |$)`, 'iu');

function anyOf(
  kind: 'asides' | 'noteIt' | 'now' | 'leadIn' | 'notMeant' | 'unreal' | 'joins' | 'begins' | 'beginsAfterComma',
): string {
  return ways.map((way) => way[kind]).join('|');
}

/** What a message in another language than English says of its writer in simple forms, in its own language. */
export function statedInMessage(message: string): readonly string[] {
  const statements: string[] = [];
  /** A text may say the same a thousand times. */
  const read = new Map<string, readonly string[]>();
  const sentences = sentencesOf(spelled(message));
  if (sentences.some(isNotRead)) return [];
  for (const sentence of sentences) {
    const said = read.get(sentence) ?? statementsIn(sentence);
    read.set(sentence, said);
    statements.push(...said);
  }
  return statements;
}

function spelled(message: string): string {
  const plain = message
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\b(M|Mme|Mlle|Sr|Sra|Dr|Dra|Fr|Hr|Prof|Profa|Ing|Lic)\. (?=\p{Lu})/gu, '$1 ');
  return ways.reduce((text, way) => way.spelled?.(text) ?? text, plain);
}

function statementsIn(sentence: string): readonly string[] {
  if (sentence.length > longest) return [];
  const said = sentence.replace(leadIn, '').replace(noteIt, '');
  const toRemember = said.replace(beforeClause, '');
  const clause = asMainClause(withoutEnd(toRemember));
  if (notMeant.test(clause)) return [];
  const ofCouple = waysOf(clause)
    .flatMap(({ couples }) => couples)
    .find(({ form }) => form.test(clause));
  const found = ofCouple
    ? [clause.replace(ofCouple.form, (_, name: string) => ofCouple.as.replace('$1', capitalised(name)))]
    : clause.split(join).map(asMainClause).flatMap(statementIn);
  return found.length > 0 || toRemember === said ? found : [`The user said: "${capitalised(clause)}"`];
}

function asMainClause(text: string): string {
  return ways.reduce((clause, way) => way.mainClause?.(clause) ?? clause, text);
}

function statementIn(clause: string): readonly string[] {
  const bare = withoutEnd(clause.replace(aside, '').replace(contrast, (tail) => (goesOn(tail) ? tail : '')));
  const plain = bare.replace(now, '');
  const said = statedBy(plain);
  return said.length > 0 || plain === bare ? said : statedBy(bare);
}

/** "No tiene hijos" tells something else of the same one. */
function goesOn(tail: string): boolean {
  return languages.some(({ retold }) => retold.joined.test(tail));
}

/** Those of the languages that a clause may be in. */
function waysOf(clause: string) {
  return ways.filter(({ sign }) => sign.test(clause));
}

function statedBy(bare: string): readonly string[] {
  for (const { rules, mended } of waysOf(bare)) {
    const rule = rules.find(({ form }) => form.test(bare));
    if (rule === undefined) continue;
    const statement = bare.replace(rule.form, rule.as);
    return partsOf(withNames(mended?.(statement) ?? statement)).map(ofTheUsersOwn);
  }
  return [];
}

/** "Heißt wiebke": many write their name small. */
function withNames(statement: string): string {
  return statement.replace(naming, (_, verb: string, name: string) => `${verb}${capitalised(name)}`);
}

/** "Der Nutzer wohnt bei meinen Eltern": what is the writer's own is the user's. */
function ofTheUsersOwn(statement: string): string {
  const { language, rest, theirs } = foreignStatement(statement) ?? {};
  if (language === undefined || rest === undefined || rest === '') return statement;
  return statement.slice(0, -rest.length) + ownInThirdPerson(rest, language, theirs === null);
}

function withoutEnd(text: string): string {
  return text.replace(/[\s.!…]+$/u, '');
}
