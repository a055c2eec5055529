import { rememberLately } from '@agent-mem/contract';
import { months } from './calendar.ts';
import { rewritten } from './rewritings.ts';
import { lately } from './statement-reading.ts';
import { anyOf, listOf } from './word-table.ts';

/** In characters. What is longer is no single statement, and the patterns below are not made for it. */
const longest = 400;

/** Not said to be so: supposed, wished, planned or yet to come. */
const unsure = new RegExp(
  `\\b${anyOf(`
    if | unless | whether | might | could | would | should | maybe | perhaps | probably | possibly | almost | nearly | soon | will
    thinks? | thinking | considers? | considering | wants?(?! the assistant\\b) | wishes | hopes? | plans? to | planning | intends? | going to | about to
    used to | first | former | old | previous | late | other | may
  `)}\\b`,
);
const month = months.join('|');
const time = `(?:(?:this|last|next) (?:week|month|year|spring|summer|autumn|winter|(?:${month}))|(?:\\d{1,2} )?(?:${month})(?: \\d{1,4})?|\\d{4})`;
/** A date with its year, behind what has happened: what is born, due or booked then says so by its date. */
const date = `(?<!\\b(?:born|is|are|was|were|be|due|expires?|until|starts?|ends?|begins?|leaves?|arrives?|booked|scheduled|planned|held|place) )(?:on|in) (?:the week of )?(?:(?:\\d{1,2} )?(?:${month}) )?\\d{4}`;
const opening = new RegExp(
  `^(?:(?:it turns out(?: that)?|it turned out(?: that)?|in fact|actually|now|meanwhile|nowadays|these days|(?:since|as of|from|in) ${time}),? )+(?=\\S)`,
  'i',
);
const closing = new RegExp(
  `,? ${anyOf(`
    after all | these days | nowadays | from now on | for good | at last | in the meantime | instead | again | once more
    any ?longer | any ?more | yet | already | for now | at present | at the moment | by now | all along | recently | lately
    ${date} | (?:since|from|as of) ${time}(?: on)? | (?:last|this) (?:week|month|year|spring|summer|autumn|winter)
    (?:a|an|one|two|three|\\d+) (?:days?|weeks?|months?|years?) ago
  `)}$`,
  'i',
);
/** What is no clause when its end is cut off. */
const unfinished = / (?:is|are|was|were|has|have|had|does|not|to|from|of|in|on|at|an?|the)$/i;
/** Why or what else: what stands before it is said without it too. */
const reason =
  /,? (?:because|now that|so that|after (?=[\p{L}' ]+ing\b)|since (?!\d|(?:january|february|march|april|may|june|july|august|september|october|november|december|last|this|then|\p{L}+day)\b)).+$|, (?:as|so|which|who|where|after|although|though|even though|not|but not) .+$/iu;

const verbs = listOf(String.raw`
  is | are | was | were | has | have | had | can | cannot | can't | does | doesn't | isn't | no longer | never | left | gave | sold
  quit | moved | became | started | stopped | switched | took | got | joined | lost | bought | finished | changed
  (?!as\b|his\b|its\b|this\b|us\b|plus\b|thus\b)[\p{Ll}]{2,}s
`);
const join = new RegExp(
  `;\\s+|,? (?:and|but) (?:(?:now|then|so|is now|also) )?(?=(?:${verbs}) )|,? (?:and|but) (?=(?:the user|she|he|they)\\b)|, (?=(?:now|no longer|is|has) )`,
  'iu',
);
const subjectOf = new RegExp(
  `^(the user(?:['’]s (?:[\\p{Ll}-]+ ){0,2}?[\\p{Ll}-]+(?: \\p{Lu}[\\p{L}-]+)?)?|.{2,60}?) (?:now |also |just |recently )?(?:${verbs})(?= |$)`,
  'iu',
);
const pronoun = /^(?:she|he|they) /i;

/**
 * What a statement says, one thing a clause, each with its subject and in its plainest form: "gave up coffee and drinks tea" says two. Empty:
 * it says nothing for sure.
 */
export const clausesSaid: (text: string) => readonly string[] = rememberLately(newClauses, lately);

function newClauses(text: string): readonly string[] {
  if (text.length > longest) return [];
  const bare = text
    .trim()
    .replace(/[.!]+$/, '')
    .replace(/ \([^)]*\)/g, '')
    .replace(opening, '');
  const said = bare.split(join).flatMap((part, index, parts) => {
    const main = part.replace(reason, '').replace(closing, '').replace(closing, '');
    const subject = subjectOf.exec(parts[0] ?? '')?.[1];
    if (main === '' || unsure.test(main) || unfinished.test(main)) return [];
    if (index === 0 || /^the user\b/i.test(main)) return [main];
    return subject === undefined ? [] : [`${subject} ${main.replace(pronoun, '')}`];
  });
  return [...new Set(said.flatMap((clause) => [clause, ...rewritten(clause)]))];
}
