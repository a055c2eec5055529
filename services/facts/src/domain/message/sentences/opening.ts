import { anyOf } from '../../statements/word-table.ts';

/** What may have no pets and no car behind it: "no pets here" states something. */
const lacked = anyOf(`
  longer | need | more | new | further | extra | pets | kids | children | siblings | allergies | car | cats? | dogs? | tattoos | religion | partner
`);
const greetings = anyOf(String.raw`
  hi | hello | hey | oh | well | so | ok | okay | yes | yeah | yep | no(?! ${lacked}\b) | nope | actually | also | and | but | thanks | thank you | great | cool
  (?:as of (?:today|now|(?:this|last) (?:week|month|year)|[a-z]+day)|from (?:today|tomorrow|now)(?: on)?|these days)(?=,? (?:i|we|my|our)\b)
  sure | right | cheers | good (?:morning|evening|afternoon) | sorry | now | nowadays | currently | first of all | to start with | before we (?:start|begin)
`);
/** What announces a statement, with its "that". */
const announcements = anyOf(String.raw`
  btw | by the way | tbh | imo | imho | ngl | fwiw | afaik | fyi | anyway | for your information | for the record | to be honest | honestly | in fact | just so (?:that )?you(?:'re| are)? (?:know|aware)
  as i said | i told you(?: that)? | you should know(?: that)? | i meant?(?: to say)?(?: that)? | guess what | correction | update | news | (?:good|big|bad) news | one more thing
  (?:(?:quick|some|a (?:bit|little) (?:of )?|more) ?)?(?:background|context|intro|introduction|info|about me|heads[- ]up|disclaimer|fun fact)(?=\s*[:–—])
  (?:for|as) (?:(?:a (?:bit|little)|some|more) )*(?:of )?(?:context|background)
  i (?:should|want to|wanted to|would like to|have to|forgot to) (?:also |just |quickly )*(?:mention|add|say|note|point out|tell you)(?: that)?
  it(?:'s| is) (?:also )?(?:worth|important|good|useful) (?:mentioning|noting|knowing|to (?:know|note|mention))(?: that)?
  we(?:'ve| have)? (?:all )?(?:agreed|decided)(?: (?:with|in|at) (?:the|our|my) [a-z]+)? that
`);
const denials = anyOf("wrong | that(?:'s| is) (?:wrong|incorrect|not (?:right|true|correct))");

/** What stands before a statement and is no part of it: greetings, fillers, and words that announce it. */
export const opening = new RegExp(
  String.raw`^(?:(?:${greetings}|${announcements}|${denials})(?: there)?(?:\s*[,!:.–—-]+\s*|\s+))+(?=\S)`,
  'i',
);
