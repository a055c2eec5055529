import { beingWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { withoutItsDay } from './life-event.ts';
import { ofTheUser, type Statement } from './of-the-user.ts';
import { passesAtWork } from './of-work.ts';
import { thirdPerson } from './third-person.ts';

const states =
  "is|isn't|was|has|had|lives|works|teaches|studies|loves|likes|hates|prefers|enjoys|speaks|plays|owns|drives|moved|died|married|retired|graduated|started|bought|got|became|turned|wants|needs|goes|comes|can't|cannot|doesn't|can|will|no longer|never|used to|changed|switched|sold|split up|broke up|quit|left|joined|stopped|gave up|finished|passed|adopted|sings|writes|runs|takes|eats|drinks|smokes";
const byName = new RegExp(
  `^(\\p{Lu}[\\p{L}'-]*)((?: \\p{Lu}[\\p{L}'-]+)?) (?:(?:now|also|still|just|recently) )?(?:${states})\\b .+$`,
  'u',
);
const ofName = /^(\p{Lu}[\p{L}-]+)'s (?:[\p{L}-]+ ){1,3}?(?:is|are|was|has|lives|works|starts|ends)\b .+$/u;

const located =
  /^(?:the|our) (?:[\p{L}\p{N}'-]+ ){1,8}?(?:is|are|hangs?|lies?|lie|stands?|sits?|lives?|goes|is (?:kept|stored|hidden|parked|buried)|are (?:kept|stored|hidden|parked|buried)) (?:in|under|behind|beside|above|below|near|inside|on|on top of|next to|at|between|with|by) .+$/iu;
const valued =
  /^(?:the|our) (?:[\p{L}\p{N}'-]+ ){0,6}?(?:password|passcode|code|codename|pin|address|number|deadline|budget|birthday|meeting|appointment|flight|train|bus|lesson|class|course|rent|fee|price|party|wedding|exam|surgery|delivery|name) (?:of (?:[\p{L}\p{N}'-]+ ){1,5}?)?(?:is|are|starts?|ends?|leaves?|departs?|arrives?|opens?|closes?|costs?|takes place|was moved|is called) .+$/iu;
/** What is said of a program, a text or the world is not the user's own. */
const notTheirs =
  /\b(?:error|bug|exception|function|method|class|variable|script|stack ?trace|build|test|tests|compiler|parser|syntax|module|import|regex|query|column|loop|paragraph|sentence|essay|question|answer|problem|issue|point|difference|solution|reason|idea|capital|population|president|output|log|logs|commit|branch)\b/i;
const passing =
  /\b(?:today|tonight|right now|at the moment|this (?:morning|afternoon|evening)|broken|slow|crashing|failing|wrong|not working)\b/i;

/** "In this codebase all dates are UTC": a rule of theirs. */
const ruled =
  /^in (?:this|our|my) (codebase|repo|repository|project|team|group|lab|company|firm|department|studio|shop|family|house|household|office|flat|class|course|school|band|club),? ((?:[\p{L}-]+ ){1,5}(?:is|are|have|has|must|need|start|end|live|eat|speak|work)s? .+)$/iu;

const anything =
  "(?!(?:it|my|our|your|mondays|mornings|work|people|meetings|politics|life|that|this|these|those|there|what|which|who|he|she|they|such|something|nothing|everything|anything)\\b)[\\p{L}][\\p{L}' -]{2,40}?";
/** "Horror films are not my thing": what something is to them. */
const toThem = new CuedPattern(
  / (?:my|me) /i,
  `^${anything} (?:is|are|isn't|aren't|is not|are not) (?:really |just |definitely |so )?(?:my (?:thing|cup of tea|passion|hobby|weakness|jam|guilty pleasure|comfort food|favou?rite(?: \\p{Ll}+)?)|what keeps me (?:sane|going|happy|calm|young))$`,
  'iu',
);
/** "One of my sisters lives in Perth". */
const ofSome = new CuedPattern(
  / of (?:my|our) /i,
  `^(?:one|two|three|four|some|neither|none) of (?:my|our) (?:[\\p{Ll}-]+ )?${beingWords} (?:is|are|was|were|has|have|lives?|works?|plays?|stud(?:y|ies)|teach(?:es)?|moved|died|speaks?) .+$`,
  'iu',
);
/** "Shellfish makes my throat swell": what something does to their body. */
const onThem = new CuedPattern(
  / (?:my |me\b)/i,
  `^${anything} (?:gives? me (?:an? |terrible |bad )*(?:headaches?|migraines?|heartburn|hives|rash|nightmares|stomach ?aches?)|makes? (?:me (?:sick|ill|sneeze|itch|bloated|sleepy|anxious)|my (?:throat|skin|eyes|stomach|nose|face|tongue|lips) \\p{L}+)|upsets? my stomach|(?:doesn't|don't|does not|do not) agree with me|triggers? my \\p{L}+)\\b.*$`,
  'iu',
);

/** "The trip to Rome is off": only its writer knows which. */
const calledOff =
  /^the ((?:trip|journey|flight|holiday|visit) to (?:\p{Lu}[\p{L}'’-]*)(?: \p{Lu}[\p{L}'’-]*){0,2}) (?:is|was|has been) (off|cancelled|canceled|called off)$/u;

/** What a clause says of somebody known by name, or of a thing that has a place, a value or an hour of its own. */
export function aboutOthers(clause: string, names: ReadonlySet<string>): Statement | null {
  if (/\byou(?:r|rs)?\b/i.test(clause) || passing.test(withoutItsDay(clause))) return null;
  if (toThem.test(clause) || ofSome.test(clause) || onThem.test(clause)) return { text: ofTheUser(clause), subject: null };
  const [, among, rule] = ruled.exec(clause) ?? [];
  if (among !== undefined && rule !== undefined) return { text: `In the user's ${among} ${thirdPerson(rule)}`, subject: null };
  const [, trip, off] = calledOff.exec(clause.replace(/^The\b/, 'the')) ?? [];
  if (trip !== undefined && off !== undefined) return { text: `The user's ${trip} is ${off}`, subject: null };
  const called = byName.exec(clause)?.[1] ?? ofName.exec(clause)?.[1];
  if (called !== undefined && names.has(called.replace(/'s$/, '')))
    return { text: ofTheUser(clause), subject: ofName.test(clause) ? null : `${called}${byName.exec(clause)?.[2] ?? ''}` };
  if (notTheirs.test(clause) || /\bof \p{Lu}/u.test(clause.split(/ (?:is|are) /)[0] ?? '')) return null;
  return (located.test(clause) && !passesAtWork.test(clause)) || valued.test(clause)
    ? { text: ofTheUser(clause), subject: null }
    : null;
}
