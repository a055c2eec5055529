import { dayMs } from '@agent-mem/contract';
import { partnerWords } from '../beings.ts';
import { months } from '../calendar.ts';
import { anyOf } from '../word-table.ts';

const just = '(?:has |have |had )?(?:just |recently |finally )?';
const own = `the user(?:['’]s (?:${partnerWords})(?: \\p{Lu}[\\p{L}'’-]+)?)?`;
/** "The user's daughter Anna", "Anna": those who have a name are the same by it. */
const named = `(?:[Tt]he user['’]s (?:[\\p{Ll}-]+ )+?)?(\\p{Lu}[\\p{L}'’-]+)`;

/** "Does not like Blur any more", "went off Blur": what. */
const disliking = new RegExp(
  `^the user (?:${anyOf(`
    no longer (?:likes?|loves?|enjoys?|adores?) | (?:does not|doesn['’]t) (?:really )?(?:like|love|enjoy|care for)
    hates? | dislikes? | detests? | (?:has )?(?:gone|went) off | is (?:sick|tired) of | (?:cannot|can['’]t) stand
  `)}) (.+?)(?: any ?more| any longer)?$`,
  'iu',
);
const graduating = new RegExp(
  `^the user ${just}(?:graduated|finished (?:their|the) (?:\\p{L}+ )?(?:degree|studies)|finished (?:university|college|uni))(?= (?:on|in the week of) |$)(.*)$`,
  'iu',
);
/** Who graduates goes on to study a language, or an instrument: those are named by no such word. */
const studying = new RegExp(
  `^the user (?:studies (?:at .+|${anyOf(String.raw`
    law | medicine | nursing | history | education | business(?: \p{L}+)? | journalism | design | art | theology | literature
    (?:\p{L}+ )?(?:science|studies|engineering|architecture|management|administration) | \p{L}+(?:ology|onomics|istry|ophy|graphy|ematics)
    maths? | physics | politics | linguistics
  `)}(?: (?:at|in) .+)?)|is an? (?:\\p{L}+ )?student(?: (?:at|of|in) .+)?)$`,
  'iu',
);
const birth = new RegExp(
  `^(?:the user['’]s (?:\\p{Ll}+ )?(?:son|daughter|baby|child|boy|girl|twins)(?: \\p{Lu}[\\p{L}'’-]+)? (?:was|were|has been|have been) (?:just |finally )?born|${own} ${just}(?:gave birth|given birth|had (?:an?|the|their) (?:baby|boy|girl|son|daughter)|had twins))(?=$|[ ,])(.*)$`,
  'iu',
);
const pregnant = '(?:(?:[\\p{L}\\d-]+ ){0,4}pregnant\\b|expecting (?:an?|their|her|his|another|twins|triplets)\\b)';
const expecting = new RegExp(`^${own} is ${pregnant}`, 'iu');
const birthByName = new RegExp(
  `^${named} ${just}(?:gave birth|given birth|had (?:an?|the|their|her) (?:second |third |fourth |little )?(?:baby|boy|girl|son|daughter)|had twins)(?=$|[ ,])(.*)$`,
  'u',
);

const day = new RegExp(`(\\d{1,2}) (${months.join('|')}) (\\d{4})`, 'i');
/** Of what happened longer ago than this, it is another time that is spoken of: a child born last year is not the one that is expected. */
const lately = 100 * dayMs;

/** What statements one makes untrue without a word of what they say: who gave birth is pregnant no more. `at`: when it was said (milliseconds since 1970). */
export function statesEndedBy(statement: string, at: number): readonly RegExp[] {
  const disliked = disliking.exec(statement)?.[1];
  if (disliked !== undefined)
    return [new RegExp(`^the user['’]s favou?rite [\\p{L} -]+ (?:is|are) ${RegExp.escape(disliked)}$`, 'iu')];
  const graduated = graduating.exec(statement)?.[1];
  if (graduated !== undefined) return isLately(graduated, at) ? [studying] : [];
  const born = birth.exec(statement)?.[1];
  if (born !== undefined) return isLately(born, at) ? [expecting] : [];
  const [, who, when] = birthByName.exec(statement) ?? [];
  return who !== undefined && when !== undefined && isLately(when, at) ? [expectingByName(who)] : [];
}

function expectingByName(who: string): RegExp {
  return new RegExp(`^(?:the user['’]s (?:[\\p{Ll}-]+ )+?)?${RegExp.escape(who)} is ${pregnant}`, 'iu');
}

/** Whether what has no date, or a date of the months before, has just happened. A year alone is no such date. */
function isLately(said: string, at: number): boolean {
  const [date] = day.exec(said) ?? [];
  if (date === undefined) return !/\d{4}|\bago\b|\b(?:when|at|as|before)\b/.test(said);
  const happened = Date.parse(`${date} UTC`);
  return happened <= at && at - happened < lately;
}
