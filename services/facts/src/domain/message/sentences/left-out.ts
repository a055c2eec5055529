import { ownWords } from '../../statements/beings.ts';
import { months, weekdays } from '../../statements/calendar.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { anyOf } from '../../statements/word-table.ts';

/** Matches a sentence that may lack its subject: one that begins with "I", "we", "my" or "our" has it. */
export const subjectless = /^(?!(?:i|we|my|our)\b)/i;
/** "Haven't had a drop since": a helping verb that denies, and that no command begins with. */
const denial = /^(?=(?:haven't|hadn't|can't|cannot|couldn't|didn't|wasn't|am not) \p{L})/iu;
const perfect = /^(?=(?:been|never (?:been|had|touched|tried|learned|learnt|owned|driven|smoked|eaten|\p{L}+ed)) \p{L})/iu;
/** Past forms that are no command, of what a life is made of. */
const lives = anyOf(String.raw`
  studied (?!the\b|this\b|that\b|your\b|it\b) | lived (?=in\b|with\b|on\b|abroad\b|near\b) | worked (?=as\b|at\b|for (?!me\b|us\b|it\b|this\b)) | grew up | trained as
  retrained | served in the | used to (?!be (?!an?\b)|it\b|this\b|that\b) | spent (?=an?\b|my\b|\p{L}+ (?:years|months)\b)
  was (?:born (?!ready\b)|raised|diagnosed|hired|promoted|adopted) | dropped out | raised (?=by\b|in\b|two\b|three\b|four\b)
  ran (?=(?:an?|my first|my own) (?:\p{L}+ )?(?:marathon|half-marathon|business|company|shop|restaurant|farm)\b)
  taught (?=myself\b|at\b) | (?:learned|learnt) (?:to|how to) | (?:broke|lost|met|passed|cancelled|canceled|sold|quit) (?:my|our)
  had (?:the|our|a) (?:baby|twins) | gave birth | stepped down (?=from\b|as\b) | switched (?=from\b) | traded in (?=my\b|our\b) | split up (?=with\b)
`);
const past = new CuedPattern(subjectless, `^(?=(?:(?:just|finally|recently|once|also|originally) )?${lives})`, 'iu');
/** "Learning Korean": unless it is the subject of what follows, as in "learning Korean is hard". */
const ongoing =
  /^(?=(?:(?:also|still|now|currently) )?(?:learning (?!by\b|from\b|about\b)|training for (?=the |an? |my )|studying|teaching|freelancing|volunteering|renting|raising|expecting (?=a baby|twins|our)|saving (?:up )?for|looking after) ?)(?!.*\b(?:is|isn't|are|was|were|takes?|makes?|can|could|has|have|seems?|helps?|requires?|means|sounds?|costs?)\b)/i;
/** What a person is called for what they do or are: a word of a person, as a rule by its ending. */
const person = String.raw`(?!(?:weather|winter|summer|error|number|server|computer|printer|router|paper|letter|order|water|dinner|answer|matter|compiler|container|folder|header|parser|docker|other|another|never|over|under|after|whether|rather|better|error|monitor|editor|author|color|floor|door|motor|sensor|vector|factor|minor|major|corner|river|user error|plant|restaurant|moment|point|giant|want)\b)(?:\p{L}{2,}(?:er|or|ist|ian|ee|wife|man|woman|person|monger|wright)|user|nurse|student|dad|mum|mom|parent|accountant|assistant|consultant|vegan|cook|chef|fan|owl|introvert|extrovert|veteran|immigrant|pensioner|grandma|grandpa|grandmother|grandfather|widow|widower|twin|smoker)`;
/** "Single dad of two here", "vim user here". */
const here = new CuedPattern(
  / here\b/i,
  String.raw`^(?:an? )?((?:(?!(?:the|this|that|any|same|is|was|new|first|first-time|long|long-time|same)\b)[\p{L}\d-]+ ){0,3}?${person}(?: (?:of|from|in) \p{L}+)?) here(?=[,.!;]|$)`,
  'iu',
);
const fan = /^(?:an? )?((?:big|huge|lifelong|massive|great) (?:fan|lover|supporter) of .+?)(?:, me)?$/i;
const lacking =
  /^no ((?:pets|kids|children|siblings|car|dogs?|cats?|allergies|tattoos|religion|partner)(?: or \p{L}+)?)(?: here| at home| of my own)?(?:, .*)?$/iu;
/** "New flatmate is called Amira". */
const newcomer = new CuedPattern(
  /\bnew /i,
  `(^|[,;] (?:and )?)(?:the |our )?new ((?:${ownWords}|conductor|director|contact|midwife|mechanic|supplier|agent|editor|producer)(?: (?:in|at|for) (?:the )?[\\p{L}\\d]+(?: \\d+)?)?) (?=(?:is|was) )`,
  'iu',
);
const nameHere = /^(\p{Lu}\p{Ll}+) here(?=[,.!;]|$)/u;
/** "27, female": what one enters into a form. */
const age = /^(\d{2})(?:,? ?(?:years old|yo|y\/o))?, (?:(?:fe)?male|[fm]|woman|man|nonbinary|non-binary)\b,?/i;
/** "Pronouns: they/them", of what is nobody's but the writer's. */
const labelled =
  /^(pronouns|allergies|diet|hometown|nationality|native language|mother tongue|profession|occupation): (?!see\b|none\b|n\/a|unknown|tbd|the\b|your\b|please\b)(\p{L}.*)$/iu;

/** A sentence with the "I" and the verb that its writer left out: "Vim user here" says what "I'm a vim user" does. */
export function withSubject(sentence: string): string {
  const lower = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  if (denial.test(sentence)) return `I ${lower}`;
  if (perfect.test(sentence)) return `I've ${lower}`;
  if (past.test(sentence)) return `I ${lower}`;
  if (ongoing.test(sentence)) return `I'm ${lower}`;
  return sentence
    .replace(newcomer, '$1my new $2 ')
    .replace(nameHere, 'My name is $1')
    .replace(here, (_, what: string) => `I'm ${withArticle(what)}`)
    .replace(fan, (_, what: string) => `I'm ${withArticle(what)}`)
    .replace(lacking, 'I have no $1')
    .replace(age, "I'm $1 years old;")
    .replace(
      labelled,
      (_, what: string, value: string) =>
        `My ${what.toLowerCase()} ${/^(?:pronouns|allergies)$/i.test(what) ? 'are' : 'is'} ${value}`,
    );
}

function withArticle(what: string): string {
  const lower = /^\p{Lu}\p{Ll}/u.test(what) ? `${what.charAt(0).toLowerCase()}${what.slice(1)}` : what;
  return `${/^[aeiou]/i.test(lower) && !/^(?:uni|use)/i.test(lower) ? 'an' : 'a'} ${lower}`;
}

const things = anyOf(`
  rent | wedding | flight | appointment | deadline | exam | surgery | interview | salary | budget | rehearsals? | training | practice | long runs? | trip | holiday
  lessons? | class | concert | gig | match | race | marathon | backups? | deploys? | releases? | stand-?up | check-?up | pilates | yoga | bridge | choir | book club
`);
const day = `(?:${[...weekdays, ...months].join('|')})s?`;
/** "Rent for the shop is 1400 euros", "wedding is now 19 September": with the value that it has. A question or a joke has none. */
const valued = new CuedPattern(
  subjectless,
  `^(${things}(?: (?:for|with|at|to|in) (?:(?:the|my|our) )?[\\p{L}-]+(?: [\\p{L}-]+)?)?) ((?:is|are|was moved to|got moved to|(?:has|have) (?:been )?moved to|moved to|starts?|ends?|costs?|takes? place)(?: (?:now|at|on|in|around|about))* (?:the )?(?:[€$£]? ?\\d|${day}\\b).*)$`,
  'iu',
);
/** "Trip to Lisbon is off". */
const off = new CuedPattern(
  subjectless,
  `^(${things}(?: (?:for|with|at|to|in) \\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?)?) ((?:is|are|was|has been|got) (?:off|cancelled|canceled|called off))(?:[,;] [^,;]*)?[.!]*$`,
  'iu',
);

/** A sentence that begins with a thing of its writer and no article, with "my" before it. */
export function withOwner(sentence: string): string {
  const owned = (_: string, what: string, rest: string) => `my ${what.charAt(0).toLowerCase()}${what.slice(1)} ${rest}`;
  return sentence.replace(valued, owned).replace(off, owned);
}
