import { months, weekdays } from '../../statements/calendar.ts';
import { anyOf } from '../../statements/word-table.ts';

const things = anyOf(`
  rent | wedding | flight | appointment | deadline | exam | surgery | interview | salary | budget | rehearsals? | training | practice | long runs? | trip | holiday
  lessons? | class | concert | gig | match | race | marathon | backups? | deploys? | releases? | stand-?up | check-?up | pilates | yoga | bridge | choir | book club
`);
const day = `(?:${[...weekdays, ...months].join('|')})s?`;
/** "Rent for the shop is 1400 euros", "wedding is now 19 September": with the value that it has. A question or a joke has none. */
const valued = new RegExp(
  `^(${things}(?: (?:for|with|at|to|in) (?:(?:the|my|our) )?[\\p{L}-]+(?: [\\p{L}-]+)?)?) ((?:is|are|was moved to|got moved to|(?:has|have) (?:been )?moved to|moved to|starts?|ends?|costs?|takes? place)(?: (?:now|at|on|in|around|about))* (?:the )?(?:[€$£]? ?\\d|${day}\\b).*)$`,
  'iu',
);
/** "Trip to Lisbon is off". */
const off = new RegExp(
  `^(${things}(?: (?:for|with|at|to|in) \\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?)?) ((?:is|are|was|has been|got) (?:off|cancelled|canceled|called off))(?:[,;] [^,;]*)?[.!]*$`,
  'iu',
);

/** A sentence that begins with a thing of its writer and no article, with "my" before it. */
export function withOwner(sentence: string): string {
  const owned = (_: string, what: string, rest: string) => `my ${what.charAt(0).toLowerCase()}${what.slice(1)} ${rest}`;
  return sentence.replace(valued, owned).replace(off, owned);
}
