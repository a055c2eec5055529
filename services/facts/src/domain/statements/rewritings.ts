import { occupations } from './alternatives.ts';
import { petWords } from './beings.ts';
import { coupleParted } from './couples.ts';
import { baseOfGerund } from './gerunds.ts';
import { movesElsewhere } from './places/residence.ts';
import { roles } from './single-valued.ts';
import { anyOf } from './word-table.ts';

/** Another way of saying something: the groups of `form` are what `as` is said with. */
interface Rewriting {
  readonly form: RegExp;
  readonly as: (...groups: readonly string[]) => readonly string[];
}

const has = '(?:(?:has|have|had|was|were|is|are|got|gets|has been|have been|had to be) )?(?:just |recently |now |finally )?';
const day =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december';
const time = new RegExp(
  `^(?:the )?(?:next )?(?:\\d{1,2}(?::\\d\\d| ?[ap]m|$)|\\d{1,2}(?:st|nd|rd|th)? (?:${day})|(?:${day})|noon|midnight|tomorrow)`,
  'i',
);
const amount = /^(?:about |only |at most )?(?:[€$£] ?)?\d/;

/** What is at another time now was so. */
const rescheduled = anyOf(`
  moved | postponed | rescheduled | brought forward | put off | put back | pushed back | pushed | shifted | delayed | deferred
  relocated | transferred | changed | switched
`);
/** What is more or less now was so. */
const adjusted = anyOf(`
  raised | increased | lowered | reduced | cut | adjusted | corrected | changed | set | updated | dropped | rose | risen | fell
  fallen | went up | gone up | went down | gone down | grew | grown | shrank | shrunk | doubled | halved
  extended | renewed | prolonged | shortened
`);
/** What one is doing for a while, and is said to do as a rule too. */
const doing = '(?:learn|study|train|tak|attend|teach|play|practis|practic|us|eat|drink|smok|dat)ing';
const weary = anyOf(`
  has gone off | went off | is sick of | is tired of | is fed up with | is bored with | is not keen on | is not fond of
  is not into | is not a fan of | has lost interest in | lost interest in
`);

/** Who is one of these somewhere works there; a student learns there. */
const employees = [...occupations].filter((each) => !/^(?:student|pupil|pensioner|actor|actress)$/.test(each)).join('|');

const rewritings: readonly Rewriting[] = [
  of('the user wants the assistant to stop (\\w+ing)(?: (.+))?', (verb = '', rest = '') => [
    line('The user wants the assistant to not', baseOfGerund(verb), rest),
  ]),
  of(
    'the user wants the assistant to (?:always )?(?:answer|reply|respond|write|speak|talk)(?: to)?(?: them)? in (\\p{L}+)',
    (language) => [`The user is answered in ${language}`],
  ),
  of('the user wants the assistant to (?:never|not) call them (\\p{L}+)', (name) => [
    `The user does not want to be called ${name}`,
  ]),
  of('the user wants the assistant to always (.+)', (what) => [`The user wants the assistant to ${what}`]),
  of('the user lets the assistant (.+?)(?: again)?', (what) => [`The user wants the assistant to ${what}`]),
  { form: coupleParted, as: (whom = '') => [`The user split up with ${whom}`] },
  of(`(the user) (?:and .{2,40}? )?${has}divorced(?: from .+)?`, (who) => [`${who} is divorced`]),
  of(`(the user) (?:and .{2,40}? )?${has}(married|engaged)(?: to .+)?`, (who, state) => [`${who} is ${state}`]),
  of('(the user) (?:has |have )?(?:just |recently |finally )?married \\S+', (who) => [`${who} is married`]),
  of(`(.+?) ${has}called off (?:the|their) (?:engagement|wedding)`, (who = '') => [
    `${who} is not engaged`,
    ...(/^the user\b/i.test(who) ? ["The user's wedding is cancelled"] : []),
  ]),
  of(`(.+?) ${has}(?:stopped|quit|given up|gave up|ceased|abandoned|dropped) (\\w+ing)(?: (.+))?`, (who, verb, rest) => [
    line(who, 'used to', baseOfGerund(verb), rest),
  ]),
  of(`(.+?) ${has}(?:started|began|begun|taken up|took up|resumed) (?!working)(\\w+ing)(?: (.+))?`, (who, verb, rest) => [
    line(who, `${baseOfGerund(verb)}s`, rest),
  ]),
  of(`(.+?) is (${doing}) (.+)`, (who, verb = '', what = '') => [line(who, `${baseOfGerund(verb)}s`, what)]),
  of(
    `(.+?) ${has}(?:promoted to|promoted|made|appointed as|appointed|elected as|elected|become|became|turned(?! \\d)) (.+)`,
    (who, what) => [`${who} is ${what}`],
  ),
  of(`(.+?) (?:has )?(?:just |recently |finally )?(?:graduated|finished (?:their|his|her) (?:degree|studies))`, (who) => [
    `${who} used to study`,
  ]),
  of("(.+?) (?:does not|doesn't|no longer) (work|live)s? there(?: any ?more)?", (who, verb) => [`${who} used to ${verb}`]),
  of(
    "(.+?) (?:has )?(?:just |recently )?moved out of (their|his|her) (parents|mother|father|sister|brother)['’]s? (?:house|home|flat|apartment|place)",
    (who, whose, whom) => [`${who} does not live with ${whose} ${whom}`],
  ),
  of(
    `(the user) is an? (?!part[- ]time |volunteer |visiting |guest )(?:[\\p{Ll}-]+ ){0,2}?(?:${employees}) at (?:the )?(.+)`,
    (who, whom = '') => (/^\p{Lu}/u.test(whom) ? [`${who} works at ${whom}`] : []),
  ),
  of(`(.+?) ${has}(?:renamed|rebranded) (?:to |as |into )?(.+)`, (what, name) => [`${what} is named ${name}`]),
  of(`(.+?) ${has}(?:started|begun|began) (?:work|working|a new job|a job) (at|as|for|with) (.+)`, works),
  of(`(.+?) ${has}(?:started|begun|began) (at|as|with) (.+)`, started),
  of(
    `(.+?) (?:has )?(?:got|found|taken|took|landed|accepted|started|has) (?:an? |the |their |his |her )?(?:new )?(?:job|position|post|role) (at|as|for|with) (.+)`,
    works,
  ),
  of(`(.+?) ${has}(?:hired by|working for|employed by) (.+)`, (who, whom) => [`${who} works at ${whom}`]),
  of(
    '(.+?) (?:(?:is|was|has|has been|got) )?(?:now |just |recently )?(?:retired|unemployed|out of work|jobless|resigned|sacked|fired|laid off|made redundant|(?:lost|quit|left|gave up|given up) (?:their|his|her) job)(?: from .+)?',
    (who) => [`${who} used to work`],
  ),
  of(
    `(.+?) ${has}(?:started|begun|began) (?:at )?(kindergarten|nursery|primary school|secondary school|high school|school|university|college)`,
    (who, stage) => [`${who} goes to ${stage}`],
  ),
  of(
    "(?:the user['’]s|the) (?:trip|journey|flight|holiday|visit) to (.+?) (?:is|was|has been) (?:now )?(?:cancelled|canceled|called off|off)",
    (where) => ['going', 'flying', 'travelling'].map((how) => `The user is not ${how} to ${where}`),
  ),
  of(`(.+?) (?:has )?(?:bought|got|adopted|acquired) (?:himself |herself )?(an? .+)`, (who, what) => [`${who} has ${what}`]),
  of(`(.+?) (?:has )?moved in with (.+)`, (who, whom) => [`${who} lives with ${whom}`]),
  of(`(.+?) (?:has )?((?:moved|relocated)(?: back| over| house| home)?)(?: from (.+?))? to (.+)`, moved),
  of(`(.+?) (?:has )?left (\\p{Lu}\\S+) for (\\p{Lu}.+)`, (who, from, to) => moved(who, 'moved', from, to)),
  of(`(.+?) and (?:his|her|their) [\\p{Ll}-]+ ((?:have )?moved to .+)`, (who, what) => [line(who, what)]),
  of(`(.+?) ${has}${rescheduled}(?: from .+?)? (?:to|until|till|into|for|by) (.+)`, shifted),
  of(`(.+?) ${has}${adjusted}(?: from .+?)? (?:to|until|till|at) (.+)`, set),
  of('(.+?) (is|are) (?:now |back )?(?:down|up) (?:to|at) (.*\\d.*)', (what, verb, value) => [line(what, verb, value)]),
  of(
    `(the user) (?:has|got) (?:an? )?new (${[...roles].join('|')}),? (?:named |called )?(\\p{Lu}\\S+(?: \\p{Lu}\\S+)?)`,
    (who, role, name) => [`${who}'s ${role} is named ${name}`],
  ),
  of(
    `(the user) ${has}(?:switched|changed|moved|transferred) (?:banks?|(?:their|the) (?:bank|(?:current |bank )?accounts?)) (?:from .+? )?to (\\p{Lu}.+)`,
    (who, whom) => [`${who} banks with ${whom}`],
  ),
  of(
    `(the user) ${has}(?:switched|changed|moved|transferred) their (.+?) insurance (?:from .+? )?to (\\p{Lu}.+)`,
    (who, what, whom) => [`${who}'s ${what} is insured with ${whom}`],
  ),
  of('(?:the )?(?:price|cost) (?:of|for) (.+?) is (.+)', (what, price) => [`${what} costs ${price}`]),
  of('(.+?) (?:is|are) valid (?:until|till|through) (.+)', (what = '', when) => [
    `${what.replace(/^(the user['’]s) new /i, '$1 ')} expires on ${when}`,
  ]),
  of('(?:the )?deadline (?:of|for) (.+?) is (?:on )?(.+)', (what, when) => [`${what} is due on ${when}`]),
  of(`(.+?) (?:has )?(?:replaced|succeeded|took over from|taken over from) (.+?) as (.+)`, (who, before, what) => [
    `${what} is ${who}`,
    `${what} is not ${before}`,
  ]),
  of(`(.+?) (?:has )?(?:switched|changed|gone over|went over|migrated|converted)(?: from .+?)? to (.+)`, (who, what) => [
    `${who} uses ${what}`,
  ]),
  of("(.+?) (is|are|was|does|do|has|can)(?: not|n't) (.+?),? but (?:rather )?(.+)", (who, verb, wrong, right) => {
    const again = /^(?:named|called|in|on|at|from|for|with|an?|the|allergic to|married to) /.exec(wrong)?.[0] ?? '';
    return [line(who, verb, 'not', wrong), line(who, verb, right.startsWith(again) ? '' : again.trim(), right)];
  }),
  of('(.+?) (\\p{Ll}+s) (.+) no longer', (who, verb, what) => [line(who, 'no longer', verb, what)]),
  of("(.+?) (?:cannot|can not|can't) (?:bear|abide|stomach|stand) (.+)", dislikes),
  of("(.+?) (?:does not|doesn't) (?:care for|think much of) (.+)", dislikes),
  of(`(.+?) ${weary} (.+)`, dislikes),
  of('(.+?) finds (.+?) (?:boring|awful|terrible|disgusting|unbearable|horrible|dull)', dislikes),
  of(
    `the user ${has}(?:switched|changed|moved|migrated|upgraded|downgraded|updated) (?:their|the) (.+?)(?: from .+?)? to (.+)`,
    (what, which) => [`The user's ${what} switched to ${which}`],
  ),
  of(
    '(.+?) (?:is keen on|is crazy about|is mad about|is into|has fallen in love with|is a fan of|is a big fan of) (.+)',
    (who, what) => [`${who} likes ${what}`],
  ),
  of('(.+?) (?:is able to|is allowed to|is free to) (.+)', (who, what) => [`${who} can ${what}`]),
  of('(.+?) (?:is unable to|is not able to|is not allowed to|must not) (.+)', (who, what) => [`${who} cannot ${what}`]),
  of('(.+?) (?:lacks|is without|has lost) (.+)', (who, what) => [`${who} does not have ${what}`]),
  of('(.+?) turned (\\d{1,3})(?: (?:on|last|this|yesterday|today)(?: .+)?)?', (who, years) => [`${who} is ${years} years old`]),
  of(
    '(.+?) takes (\\d[\\d.,]* ?(?:mg|mcg|µg|ml|g|iu|drops|tablets|pills)) (?:of )?(\\p{L}[\\p{L}-]*)((?: .+)?)',
    (who, dose, what, rest) => [`${who} takes ${what} ${dose}${rest}`],
  ),
  of('(.+?) (?:is|are) (?:an? )?non-?smokers?', (who) => [`${who} does not smoke`]),
  of('(.+?) (?:is|are) smokers?', (who) => [`${who} smokes`]),
  of('(.+?) (?:is teetotal|is sober|is a teetotaller)', (who) => [`${who} does not drink alcohol`]),
  of("(the user)['’]s (?:new )?(?:main )?bank is (?:now )?(\\p{Lu}.+)", (who, whom) => [`${who} banks with ${whom}`]),
  of("(.+?['’]s) new (.+?) (is|expires|runs|ends|costs|lasts|weighs) (.+)", (whose, what, verb, which) => [
    `${whose} ${what} ${verb} ${which}`,
  ]),
  of("(.+?['’]s? e-?mail) address is (.+)", (whose, which) => [`${whose} is ${which}`]),
  of('(.+?) (?:goes|gets|travels|commutes|comes) to (?:the )?(?:work|office|school|university) (?:by|on) (.+)', commutes),
  of(
    '(.+?) takes (?:a|the) (bus|train|tram|metro|underground|subway|ferry|car|bike) to (?:the )?(?:work|office|school|university)',
    commutes,
  ),
  of('(.+?) (cycles|walks|drives) to (?:the )?(?:work|office|school|university)', (who, how) =>
    commutes(who, transport[how] ?? how),
  ),
  of('(.+?) eats (?:fish|meat|chicken|pork|beef|steak|bacon|everything)', (who) => [
    `${who} is not vegetarian`,
    `${who} is not vegan`,
  ]),
  of('(.+?) eats (?:meat|everything)', (who) => [`${who} is omnivore`]),
  of('(.+?) (?:is|are) (?:broken|out of order|defective)', (what) => [`${what} does not work`]),
  of('(.+?) fails?', (what) => [`${what} does not pass`]),
  of('(.+?) (?:is|are) free', (what) => [`${what} costs nothing`]),
  of('(.+?) (?:was|were|has been|have been) painted (.+)', (what, colour) => [`${what} is ${colour}`]),
  of(
    '(.+?) (?:is out of|was discharged from|was released from|has been discharged from|came home from|is back from) (.+)',
    (who, what) => [`${who} is not in ${what}`, `${who} is not at ${what}`],
  ),
  of(
    "the user['’]s (.+?) (?:has |was |has been |is )?(?:died|passed away|sold|stolen|scrapped|dead|ran away|run away)",
    (what) => [`The user does not have a ${what}`, `The user does not own a ${what}`],
  ),
  of(
    `the user['’]s (?:[\\p{Ll}-]+ )?(${petWords}) (\\p{Lu}[\\p{L}'’-]*) (?:has |was |had to be )?(?:just |sadly )?(?:died|passed away|put down|put to sleep|run over)(?: .+)?`,
    (what, name) => [`The user does not have a ${what} named ${name}`],
  ),
  of(
    '(.+?) has (?:an? |one |two |three |four |five |\\d )(?:[\\p{Ll}-]+ )?(son|daughter|baby|child|kid|boy|girl|twins|sons|daughters|children|kids)(?:| (?:named|called|and|with|aged) .+)',
    (who) => [`${who} has children`, `${who} has kids`],
  ),
  of(
    `(.+?) has (?:an? |one |two |three |four |five |\\d )(?:[\\p{Ll}-]+ )?(${petWords})(?:| (?:named|called|and|with|aged) .+)`,
    (who) => [`${who} has pets`, `${who} has a pet`],
  ),
  of('(.+?) (?:has |have )?(?:was |were |been |has been |is |are )?(?:cancelled|canceled|called off)', (what) => [
    ...['planned', 'scheduled', 'booked', 'on'].map((state) => `${what} is not ${state}`),
    `${what} does not take place`,
  ]),
  of('(.+?) is a (cell|pian|violin|guitar|flaut|organ|harp)ist', (who, what) => [
    `${who} plays the ${instruments[what] ?? what}`,
  ]),
];

const instruments: Readonly<Record<string, string>> = { cell: 'cello', pian: 'piano', flaut: 'flute' };

const transport: Readonly<Record<string, string>> = { cycles: 'bike', walks: 'foot', drives: 'car' };

/** The plain forms of a clause, if it is said in a way that is known: "was renamed Egret" is "is named Egret". */
export function rewritten(clause: string): readonly string[] {
  return rewritings.flatMap(({ form, as }) => {
    const [, ...groups] = form.exec(clause) ?? [];
    return groups.length > 0 ? as(...groups.map((group) => group ?? '')) : [];
  });
}

function of(form: string, as: Rewriting['as']): Rewriting {
  return { form: new RegExp(`^${form}$`, 'iu'), as };
}

function line(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function works(...[who = '', how = '', whom = '']: readonly string[]): readonly string[] {
  return [`${who} works ${how === 'with' ? 'at' : how} ${whom}`];
}

/** "Started at Nokia": with an employer, and neither at an hour, nor at a school. */
function started(...[who = '', how = '', whom = '']: readonly string[]): readonly string[] {
  const isEmployer = /^\p{Lu}/u.test(whom) && !/\b(?:university|college|school|academy)\b/i.test(whom);
  return how === 'as' || isEmployer ? works(who, how, whom) : [];
}

function dislikes(...[who = '', what = '']: readonly string[]): readonly string[] {
  return [`${who} dislikes ${what}`];
}

function commutes(...[who = '', how = '']: readonly string[]): readonly string[] {
  return [`${who} commutes by ${how}`];
}

/** People live elsewhere, or use another bank; a meeting that moved is at another time. */
function moved(...[who = '', how = '', from = '', to = '']: readonly string[]): readonly string[] {
  if (time.test(to)) return [];
  if (from !== '' && movesElsewhere(`${how} from ${from} to ${to}`))
    return [`${who} uses ${to}`, `${who} used to live in ${from}`];
  return [`${who} moved to ${to}`, ...(from === '' ? [] : [`${who} does not live in ${from}`])];
}

function shifted(...[what = '', to = '']: readonly string[]): readonly string[] {
  return time.test(to) ? timed(what, to) : [`${what} is in ${to}`, `${what} is ${to}`];
}

function set(...[what = '', to = '']: readonly string[]): readonly string[] {
  const priced = /^(?:the )?(?:price|cost) (?:of|for) (.+)$/i.exec(what)?.[1];
  if (priced !== undefined) return [`${priced} costs ${to}`, `${what} is ${to}`];
  if (!amount.test(to) && !time.test(to)) return [`${what} is ${to}`];
  return [
    ...['is', 'costs', 'has', 'lasts', 'takes', 'runs until', 'is valid until', 'is open until'].map(
      (verb) => `${what} ${verb} ${to}`,
    ),
    ...(time.test(to) ? [`${what} expires on ${to}`, ...timed(what, to)] : []),
  ];
}

function timed(what: string, to: string): readonly string[] {
  const due = /^(?:the )?deadline (?:of|for) (.+)$/i.exec(what)?.[1];
  const is = `${what} is ${/^\d{1,2}(?::\d\d| ?[ap]m|$)/i.test(to) ? 'at' : 'on'} ${to}`;
  return due === undefined ? [is] : [is, `${due} is due on ${to}`];
}
