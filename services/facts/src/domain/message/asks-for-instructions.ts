import { plainWriting } from '@agent-mem/llm';

const beside =
  `what|what's|which|list|show|tell|repeat|recall|give|given|gave|told|set|do|did|have|had|are|is|should|must|to|follow|following|obey|know|remember|got|hold|supposed|now|currently|still
   that|i|you|me|my|your|mine|all|any|the|of|for|from|there|so|and|ok|okay|please|can|could|standing|permanent|special|custom`
    .split(/\s+/)
    .join('|');
/** "What instructions do you have?", "list your rules": nothing else is spoken of. */
const listing = new RegExp(
  `^(?=.*\\byour?\\b)(?:(?:${beside})\\s+)*(?:instructions?|rules?|orders|guidelines|directives)(?:\\s+(?:${beside}))*[\\s?.!]*$`,
  'i',
);
/** "How should you answer me?" */
const how =
  /^how (?:should|must|do|are|shall|did i (?:ask|tell|want)) you (?:to |supposed to )?(?:always )?(?:answer|reply|respond|behave|write|talk|speak)(?: (?:to )?(?:me|us))?[\s?.!]*$/i;
/** "What did I ask you to always do?" */
const wanted =
  /^what (?:have i|did i) (?:asked?|tell|told|instruct(?:ed)?|want(?:ed)?) you (?:(?:to|always|never|not) )*(?:do|avoid|follow|stop|keep)(?: or not(?: to)? do)?[\s?.!]*$/i;
/** In characters. */
const longest = 160;

/** Whether a message asks for all that its writer wants of the assistant from now on. */
export function asksForInstructions(message: string): boolean {
  const plain = plainWriting(message);
  return plain.length <= longest && (listing.test(plain) || how.test(plain) || wanted.test(plain));
}
