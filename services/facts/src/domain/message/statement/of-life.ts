import { months } from '../../statements/calendar.ts';
import { isVerb } from '../sentences/verbs.ts';
import { thirdPerson } from './third-person.ts';

const month = `(?:${months.join('|')})`;
const many =
  '(?:\\d{1,2}|an?|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|many|several|a few|a couple of)';
const long = '(?:years?|months|decades?|seasons?|semesters?)';
const since = `\\bsince (?:\\d{4}\\b|${month}|childhood|birth|school|university|college|kindergarten|forever|(?:i|we) (?:was|were)\\b|(?:i|we) (?:started|moved|met|left|turned|got|had)\\b|the (?:age|\\p{L}+ties|war|divorce|pandemic|accident)|my (?:\\p{L}+ties|teens|childhood|school|student|divorce|accident|\\p{L}+ birthday)|last (?:year|summer|winter|spring|autumn|fall))`;
const during = `\\bfor (?:(?:about|over|nearly|almost|around|more than|the (?:last|past)|at least) )?${many} ${long}\\b|\\b(?:all|in|my whole|most of) my life\\b|\\bmy whole life\\b`;
/** What has been so for so long is so for longer. */
const lasts = new RegExp(`${since}|${during}`, 'iu');
/** When something was that belongs to a life. */
const happened = new RegExp(
  `${during}|\\b(?:in|until|back in) (?:\\d{4}\\b|${month}\\b|the \\p{L}+ties)|\\b${many} ${long} ago\\b|\\blast (?:year|summer|winter|spring|autumn|fall|${month})\\b|\\b(?:as|when i was) an? (?:child|kid|teenager|student|boy|girl|au pair|baby)\\b|\\b(?:at|in) (?:university|uni|school|college|high school)\\b|\\bmy first (?:\\p{L}+ )?(?:marathon|half-marathon|child|house|novel|book|company|baby|triathlon|job|tattoo)\\b|\\bat (?:the age of )?(?:\\d{1,2}|\\p{L}+teen|twenty|thirty|forty|fifty|sixty)$`,
  'iu',
);
const perfect = /^(?:i|we)(?:(?:'ve| have)( not| never)?| (haven't))(?: (?:always|also|now|only|already|just))* (\p{L}+) (.+)$/iu;
const past = /^(?:i|we) (?:(?:also|once|finally|originally|just|actually) )?(\p{L}+) (.+)$/iu;
const helping =
  /^(?:am|are|is|do|don't|have|haven't|can|can't|cannot|could|will|would|should|must|may|might|shall|used|needs?|does|live|work|love|like|hate|prefer|want|own|play|speak|study|teach|run|eat|drink|come|go|has)$/i;
/** What is done with words, in the mind or at a machine. */
const passingly =
  /^(?:said|told|asked|meant|thought|knew|saw|heard|read|noticed|tried|needed|wanted|felt|guessed|called|typed|pasted|clicked|updated|copied|changed|fixed|looked|waited|waiting|asking|trying|looking|wondering|thinking|seen|debugging|fixing|getting|gotten|mentioned|forgot|expected|hoped|liked|loved)$/i;
const pointing =
  /\b(?:you|your|this|that|these|it|them|error|bug|issue|problem|question|tests?|code|scripts?|tickets?|docs|reports?|files?|prs?|networks?|models?|repo|requests?|budget|logs?|app|sites?|servers?|apis?)\b/i;

/** What has been so for long, or belongs to a life by its time: "I've had asthma since I was little", "I spent a year in Seoul as an au pair". */
export function ofLife(clause: string): string | null {
  const [, not, hasNot, been = '', of = ''] = perfect.exec(clause) ?? [];
  if (been !== '')
    return passingly.test(been) || passingly.test(of.split(' ')[0] ?? '') || pointing.test(of) || !lasts.test(of)
      ? null
      : `has${not?.toLowerCase() ?? (hasNot ? ' not' : '')} ${been.toLowerCase()} ${thirdPerson(of)}`;
  const [, verb = '', rest = ''] = past.exec(clause) ?? [];
  const isPast = isVerb(verb.toLowerCase()) && !helping.test(verb) && (/^was$/i.test(verb) || !/[^e]s$/.test(verb));
  return !isPast || passingly.test(verb) || pointing.test(rest) || !happened.test(rest)
    ? null
    : `${verb.toLowerCase()} ${thirdPerson(rest)}`;
}
