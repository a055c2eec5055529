const asking =
  /^(?:(?:please|ok|so|and|hi|hey|hello|now)[, ]+)*(?:(?:what|which things|how much)(?: all| else| exactly)? (?:do|did|can|have) (?:you|i) (?:already |still )?(?:know|remember|recall|learn(?:ed|t)?|stored?|noted?|told|tell|told you|tell you|say|said)|(?:tell|show|give) me (?:everything|all|what|anything)(?: that)? (?:you )?(?:know|remember|have|learned|stored)|(?:list|summari[sz]e) (?:everything|all|what)(?: that)? (?:you )?(?:know|remember|have)|(?:do|can) you (?:know|remember|tell me|recall) (?:anything|something|things|everything|much)|tell me)(?: so far)?(?: to you| you)?(?: (?:about|of|on) (.+?))?(?: so far| already| now| then)?[\s?.!]*$/i;

/** About whom a message asks for all that is known, in the user's words; empty: the user; `null`: it asks for no such thing. */
export function asksAboutUser(message: string): string | null {
  const found = asking.exec(
    message
      .replace(/[‘’ʼ`´]/g, "'")
      .replace(/\s+/g, ' ')
      .trim(),
  );
  if (!found) return null;
  const about = found[1] ?? '';
  // "Tell me about Lisbon" asks for more than memory holds of it.
  if (/^(?:(?:please|ok|so|and|hi|hey|hello|now)[, ]+)*tell me(?: about (?!me\b|my\b|us\b|our\b)|[\s?.!]*$)/i.test(message))
    return null;
  return /^(?:me|myself|us|our family|my life|i)$/i.test(about) ? '' : about;
}
