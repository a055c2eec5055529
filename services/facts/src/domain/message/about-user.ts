import { plainWriting } from '@agent-mem/llm';

const asking =
  /^(?:(?:please|ok|so|and|hi|hey|hello|now)[, ]+)*(?:(?:what|which things|how much)(?: all| else| exactly)? (?:do|did|can|have) (?:you|i) (?:already |still )?(?:know|remember|recall|learn(?:ed|t)?|stored?|noted?|told|tell|told you|tell you|say|said)|(?:tell|show|give) me (?:everything|all|what|anything)(?: that)? (?:you )?(?:know|remember|have|learned|stored)|(?:list|summari[sz]e) (?:everything|all|what)(?: that)? (?:you )?(?:know|remember|have)|(?:do|can) you (?:know|remember|tell me|recall) (?:anything|something|things|everything|much)|tell me)(?: so far)?(?: to you| you)?(?: (?:about|of|on) (.+?))?(?: so far| already| now| then)?[\s?.!]*$/i;

/** In characters: who asks for that asks for nothing else. */
const longest = 160;
const knowing =
  '(?:know|knows|remember|recall|got|have|learn|learned|learnt|store|stored|noted|saved|gathered|heard|picked up|worked out|figured out|remembered)';
/** Other ways to ask for all that is known of the user. */
const ofUser = [
  new RegExp(
    `\\b(?:what(?:'ve|'s| have| do| did| all| else| things)?|everything|anything|all(?: that)?|(?:do|can|could|have) you|how (?:much|well))\\b.{0,30}?\\b(?:you|i)(?:'ve| have| do| did| already| still| currently)* (?:already |still |so far )?${knowing}(?: (?:you|down|all|so far|already|by now|anything|everything|stored|saved|noted))* (?:about|on|of) (?:me|myself)\\b`,
    'i',
  ),
  /\bwhat (?:have i|did i|i have|i've|all have i) (?:told|tell|said|shared|mentioned)(?: to| with)?(?: you)?(?: about (?:me|myself))?(?: so far| already| until now| by now| up to now)?[\s?.!]*$/i,
  /^(?:.{0,30}, )?(?:please )?(?:(?:can|could|would) you )?(?:please )?(?:describe|summari[sz]e|introduce) (?:me|myself|who i am)[\s?.!]*$/i,
  /\b(?:tell me about myself|(?:show|list|give) me my (?:profile|facts|memories|data)|what(?:'s| is) in (?:your|my) memory|recap (?:of )?(?:me|what (?:you know|i(?:'ve| have)? told you)))\b/i,
];

/** About whom a message asks for all that is known, in the user's words; empty: the user; `null`: it asks for no such thing. */
export function asksAboutUser(message: string): string | null {
  const plain = plainWriting(message);
  if (plain.length > longest) return null;
  const found = asking.exec(plain);
  if (!found) return ofUser.some((form) => form.test(plain)) ? '' : null;
  const about = found[1] ?? '';
  // "Tell me about Lisbon" asks for more than memory holds of it.
  if (/^(?:(?:please|ok|so|and|hi|hey|hello|now)[, ]+)*tell me(?: about (?!me\b|my\b|us\b|our\b)|[\s?.!]*$)/i.test(message))
    return null;
  return /^(?:me|myself|us|our family|my life|i)$/i.test(about) ? '' : about;
}
