import { inEnglish } from '../../languages/in-english.ts';
import { anyOf, listOf } from '../../statements/word-table.ts';
import { workPlurals, workThings } from '../sentences/work.ts';
import type { Statement } from './of-the-user.ts';
import { conjugate, thirdPerson } from './third-person.ts';

/** From when on, said before the order or behind it. */
const fromNowOn = anyOf(`
  from (?:now|today|here|this point)(?: on(?:wards?)?)? | in (?:the )?future | going forward | moving forward | henceforth | by default | as a (?:general )?rule
  as (?:the|a|your) default | (?:for|in) (?:all )?(?:your |future )+(?:answers|replies|messages|responses|explanations)
`);
/** What says so behind an order alone. */
const eachTime = anyOf('every(?: single)? time | each time | at all times | without exception | under any circumstances');
/** When an order holds: "whenever I send you a recipe". */
const whenever =
  '(?:(?:whenever|every time|each time|any ?time)(?: that)? (?:i|you|we)|when (?:i (?:ask|send|paste|say|write|mention|share|talk)|you (?:write|answer|reply|give|suggest|recommend|explain|quote|mention|show))) [^,;]{2,80}';
/** What a user asks the assistant with. */
const asking = anyOf(`
  please | (?:remember|don't forget) to | i(?:'d| would) (?:really )?(?:like|love|prefer|appreciate it if)(?: it if)? you(?: to| would| could)? | i (?:want|need|expect|prefer) you to
  (?:make|be) sure (?:that )?(?:you|to)
`);
/** What is also said of anybody: "you should always wear a helmet". */
const saying = anyOf('you (?:should|must|need to|have to|are to) | (?:can|could|would|will) you(?: please)?');
/** Verbs of what is done for others with words: nobody says "always answer …" of themselves and leaves "I" out. */
const answering = listOf(String.raw`
  answer | reply | respond | write | use | show | explain | suggest | recommend | include | add | ask | format | address | cite | quote | translate | convert | mention
  summari[sz]e | warn | propose | apologi[sz]e | round | spell | greet | avoid | prefer | give(?! up| in) | tell | call(?= (?:me|my|us)) | list | put | document | abbreviate
  refer to | assume | commit | push | offer | state | provide | phrase | speak(?= (?:to|with|in|like) ) | talk(?= (?:to|with|in|like) ) | say(?! never) | stick to
  default to | name | rely on | (?:end|start|begin|sign)(?= (?:off |your|with|the) ?) | keep(?= (?:it|your|the|answers|replies)\b)
  be(?= (?:brief|concise|short|direct|honest|polite|formal|blunt|kind|strict))
`);
/** What is done to what a team works on, and never without the assistant's help: "always run the linter". */
const working = listOf(`
  run | touch | edit | modify | change | rename | delete | remove | merge | rebase | squash | deploy | amend | bump | upgrade | update | disable | skip | mock
  log | hard-?code | install | import | check | format | lint | test | review | open | create | store | generate | force-push
`);
const ofWork = `(?=.*(?:\\b(?:${workThings}|${workPlurals}|make \\p{Ll}+|lint)\\b|[\\w-]/|\\w\\.\\w))`;
/** "Dinner is at eight from now on" states something, and "Redis listens on 6379 by default". */
const stating =
  "\\p{L}[\\p{L}'-]* (?:is|are|was|were|has|have|had|will|can|would|does|do|gets?|comes|goes|starts|opens|closes|costs|runs|uses|takes|listens|works|needs|means|returns)\\b";
/** What an order may begin with where something else says that it is one. */
const doing = String.raw`(?!(?:i|i'm|i'll|i've|we|we'll|my|our|the|it|it's|that|this|there|he|she|they|you|your|a|an|no|not|need|what|how|why|who|where|when|is|are|was|on|onwards?)\b)(?!${stating})\p{L}[\p{L}-]*`;
const not = "(?:do not|don't|dont)";
const plural =
  'answers|replies|responses|messages|explanations|summaries|examples|recipes|e-?mails|comments|commit messages|sentences|suggestions';
/** What answers have that nobody says of a thing: all of them are meant. */
const ofAnswers =
  'emojis|bullet points|bullets|apologies|jokes|exclamation marks|disclaimers|small talk|jargon|headings|hashtags|pleasantries|preamble|introductions|compliments|flattery|warnings|lists';
/** Verbs of what is stopped for good; "stop the timer" is for now. */
const habits =
  'using|saying|calling|apologi[sz]ing|adding|asking|writing|answering|replying|suggesting|recommending|repeating|ending|starting|giving|putting|reminding|telling|translating|including|talking|speaking|being';

type Wording = (groups: readonly (string | undefined)[]) => string;

const adverb: Wording = ([how, what]) => `${often(how)} ${what}`;
const asSaid: Wording = ([what = '']) => what;

/** Each form of an order with what is wanted of the assistant: "to" goes before it. */
const forms: readonly (readonly [RegExp, Wording])[] = [
  // "Whenever I send you a recipe, convert the cups."
  [
    new RegExp(`^(${whenever})(?:, (?:please )?| please )(?:(always|never|${not}(?: ever)?) )?(${doing}\\b.*)$`, 'iu'),
    ([when = '', how, what]) => `${often(how)} ${what} ${when.charAt(0).toLowerCase()}${when.slice(1)}`,
  ],
  // "Always answer in metric units", "don't ever suggest pork".
  [new RegExp(`^(?:${saying} )?(always|never|only ever|${not} ever) ((?:${answering})\\b.*)$`, 'iu'), adverb],
  // "Always run the linter before you commit", "don't touch vendor/ ever".
  [new RegExp(`^(?:${saying} |please )?(always|never|${not} ever) ((?:${working}) ${ofWork}.*)$`, 'iu'), adverb],
  [new RegExp(`^(?:please )?${not} (${doing}\\b.*?),? ever$`, 'iu'), ([what]) => `never ${what}`],
  // "No new dependencies without asking me".
  [/^(?:please )?no ((?:new|more|further|extra) \p{L}.+ (?:without|unless|until) .+)$/iu, ([what]) => `use no ${what}`],
  [new RegExp(`^${asking} (?:to )?(always|never|${not} ever) (${doing}\\b.*)$`, 'iu'), adverb],
  // "From now on, answer in French", "in future don't use emojis".
  [new RegExp(`^${fromNowOn},? (?:please )?(?:(always|never|${not}(?: ever)?) )?(${doing}\\b.*)$`, 'iu'), adverb],
  [new RegExp(`^(?:please )?${fromNowOn},? (?:please )?no (?:more )?(.+)$`, 'iu'), ([what]) => `use no ${what}`],
  [new RegExp(`^(?:please )?no more (${ofAnswers})(?:,? please)?$`, 'iu'), ([what]) => `use no ${what}`],
  [new RegExp(`^(?:please )?skip the (${ofAnswers})$`, 'iu'), ([what]) => `skip the ${what}`],
  // "Don't call me buddy", "address me as Doctor", "no need to greet me".
  [new RegExp(`^(?:please )?${not} (call me .+)$`, 'iu'), ([what]) => `never ${what}`],
  [/^(?:please )?(address me (?:as|with|by) .+)$/iu, asSaid],
  [
    new RegExp(
      `^(?:there(?:'s| is) no need|no need|you (?:do not|don't) (?:need|have)) (?:for you )?to ((?:${answering})\\b.*?)(?:,? any ?more|,? (?:${eachTime}))?$`,
      'iu',
    ),
    ([what]) => `not ${what}`,
  ],
  // "Answer in French from now on".
  [
    new RegExp(
      `^(?:(?:${asking}|${saying}) )?(?:(always|never|${not}(?: ever)?) )?(${doing}\\b.*?),? (?:${fromNowOn}|${eachTime})$`,
      'iu',
    ),
    adverb,
  ],
  // "Keep your answers short": the plural is of all of them.
  [new RegExp(`^(?:(?:${asking}|${saying}) )?keep ((?:all )?your (?:${plural}) .+)$`, 'iu'), ([what]) => `keep ${what}`],
  [
    new RegExp(
      `^(?:all )?(?:of )?(?:your|the) (${plural})(?: you (?:give|write|send)(?: me)?)? (?:should|must|need to|have to) ((?:always|never) )?(.+)$`,
      'iu',
    ),
    ([what, how, rest]) => `let its ${what} ${how ?? ''}${rest}`,
  ],
  // "I want you to be blunt with me": how, not what, and so for good.
  [new RegExp(`^i(?:'d| would)? (?:want|need|expect|prefer|like|love) you to ((?:be|${answering})\\b.*)$`, 'iu'), asSaid],
  [new RegExp(`^(?:${asking} )?stop ((?:${habits})\\b.*)$`, 'iu'), ([what]) => `stop ${what}`],
];
/** A word that each of these forms has. */
const mayInstruct = new RegExp(
  `\\b(?:when|whenever|any ?time|(?:every|each)(?: single)? time|always|never|ever|no (?:new|more|further|extra|need)|from (?:now|today|here|this)|future|forward|henceforth|default|rule|${plural}|at all times|without exception|under any|skip|call me|address me|you to|you (?:do not|don't) (?:need|have)|stop)\\b`,
  'i',
);
/** "You can use emojis again". */
const allowed = /^you (?:can|may) ((?:always |now )?[\p{L}-]+ .*?) (?:again|from now on)$/iu;
/** Of this one answer or text. */
const forNow =
  /\b(?:this (?:time|one|once)|(?:in|for|of) (?:this|that|it)(?: \p{L}+)?$|just now|(?<!from )today|right now|for now)\b/iu;

/** What users do not write to their own agent: quotations, markup, and a word of "the user". */
const ofAnother = /["“”:[\]{}<>]/u;
const theUser = /\bthe users?\b/iu;

/** "Please always answer in metric units": what the user wants of the assistant from now on. `null`: a request for now, or none. */
export function standingInstruction(clause: string): Statement | null {
  const said = clause.replace(/(?:,? please)?[\s.!…]+$|,? please$/iu, '');
  if (forNow.test(said) || ofAnother.test(said) || theUser.test(said)) return null;
  const may = allowed.exec(said)?.[1];
  if (may !== undefined) return { text: `The user lets the assistant ${ofTheAssistant(may)} again`, subject: null };
  if (!mayInstruct.test(said)) return null;
  for (const [form, wording] of forms) {
    const [whole, ...groups] = form.exec(said) ?? [];
    if (whole === undefined) continue;
    const what = wording(groups).trim();
    return {
      text: `The user wants the assistant to ${ofTheAssistant(what.charAt(0).toLowerCase() + what.slice(1))}`,
      subject: null,
    };
  }
  return null;
}

/** Whether a statement, in whatever language, is what rules make of a standing instruction. */
export function isStandingInstruction(statement: string): boolean {
  return /^The user (?:wants|lets) the assistant /.test(inEnglish(statement));
}

/** Where an order stands beside something else: "I'm colour-blind, so never rely on red". */
const beside =
  /(?:,|;|\s[-–—])\s+(?:(?:so|and|but) )?(?=(?:please|always|never|from now on|don't ever|do not ever|stop|whenever)\b)|,?\s+(?:so|and|but)\s+(?=please\b|from now on\b)/giu;
/** What stands behind an order and says something of its writer. */
const behind =
  /,\s+(?:(?:because|since|as|and|but)\s+)?(?=(?:i|i'm|i've|my|we|we're|our)\b)|\s+(?:because|since)\s+(?=(?:i|i'm|i've|my|we|our)\b)/iu;

/** An order as it was said, and what it states. */
export interface Order {
  readonly text: string;
  readonly order: Statement;
}

/** The standing instruction that a sentence gives, and what stands beside it. */
export function orderIn(sentence: string): { readonly found: Order | null; readonly beside: readonly string[] } {
  if (theUser.test(sentence)) return { found: null, beside: [] };
  for (const at of [0, ...[...sentence.matchAll(beside)].map(({ index, 0: mark }) => index + mark.length)]) {
    const [said = '', ...rest] = sentence.slice(at).split(behind);
    const text = said.replace(/\?$/, '');
    const order = standingInstruction(text);
    if (order === null) continue;
    const before = sentence.slice(0, at).replace(/[\s,;–—-]+(?:(?:so|and|but)\s+)?$/iu, '');
    return { found: { text, order }, beside: [before, ...rest].filter((each) => each.trim() !== '') };
  }
  return { found: null, beside: [] };
}

function often(how: string | undefined): string {
  if (how === undefined) return '';
  if (/^(?:always|only ever)$/i.test(how)) return how.toLowerCase();
  return /^never$| ever$/i.test(how) ? 'never' : 'not';
}

const modal = /^(?:would|will|can|could|should|must|may|might|did|had|were|was)$/i;

/** Said to the assistant, said of it. */
function ofTheAssistant(order: string): string {
  return thirdPerson(order)
    .replace(/\byour\b/gi, 'its')
    .replace(/\byourself\b/gi, 'itself')
    .replace(
      /(\b(?:as|if|when|whenever|time|before|after|until|unless|because|that|what|how|where|which) )you (\p{L}+)/giu,
      (_, before: string, verb: string) => `${before}the assistant ${modal.test(verb) ? verb : conjugate(verb)}`,
    )
    .replace(/\byou\b/gi, 'the assistant');
}
