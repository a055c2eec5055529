import { plainWriting } from '@agent-mem/llm';
/** Which earlier turn of the conversation a message asks for, and whose words. */
export interface AskedTurn {
  readonly whose: 'answer' | 'question';
  /** From the beginning (0, 1 …) or from the end (-1, -2 …). */
  readonly index: number;
}

const ordinals: Readonly<Record<string, number>> = {
  first: 0,
  very: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  last: -1,
  latest: -1,
  previous: -1,
  earlier: -1,
  recent: -1,
};
const which = '(very first|first|second|third|fourth|fifth|last|latest|previous|earlier|most recent)';
const begins =
  '^(?:[^.,!?;]{1,60}[.,!;] ){0,2}(?:(?:please|ok|so|and|sorry|wait|hang on|hold on|hey|hm+|what|(?:can|could|would|will) you|tell me|remind me|do you (?:remember|know|recall))[,: ]+)*';
const answers = [
  new RegExp(
    `${begins}(?:what (?:was|is|were)|what's|repeat|quote|show me|give me|say again) your ${which} (?:answer|reply|response|message|words|sentence)`,
    'i',
  ),
  new RegExp(
    `${begins}what (?:was|is) the ${which} (?:thing|answer|message) (?:that )?you (?:said|answered|wrote|told me|gave|gave me|sent)`,
    'i',
  ),
  new RegExp(
    `${begins}(?:what|how) did you (?:say|answer|reply|respond|tell me|write)(?: to me)?(?: (?:just now|just|before|before that|earlier|again|${which}|in the beginning|at the (?:start|beginning)))?(?: (?:just now|before that|again))?[\\s?.!]*$`,
    'i',
  ),
  new RegExp(
    `${begins}(?:what (?:have )?you (?:just )?(?:said|answered|told me|replied)|what did you just (?:say|answer|tell me|reply)|what (?:was|is) that(?: again)?|(?:say|repeat|write) (?:that|it|this|yourself|your answer|what you (?:just )?(?:said|wrote))(?: (?:again|once more|one more time|please|for me))*|(?:say|come|once) (?:again|more)|one more time|again|pardon(?: me)?|huh|i (?:missed|didn't (?:catch|get|hear|read|see)) (?:that|it|what you (?:just )?(?:said|wrote)|your (?:last )?(?:answer|reply|message)))(?:,? (?:please|sorry))?[\\s?.!]*$`,
    'i',
  ),
];
const questions = [
  new RegExp(`${begins}(?:what (?:was|is)|what's|repeat|quote) my ${which} (?:question|message|sentence|words)`, 'i'),
  new RegExp(
    `${begins}what (?:did i|have i) (?:just )?(?:say|ask|write|tell you|said|asked)(?: to you| you)?(?: (?:just now|before|before that|earlier|${which}|in the beginning|at the (?:start|beginning)))?[\\s?.!]*$`,
    'i',
  ),
];

/** Reads for which earlier turn a message asks; `null`: it asks for none. */
export function askedTurn(message: string): AskedTurn | null {
  const plain = plainWriting(message);
  const whose = answers.some((pattern) => pattern.test(plain))
    ? 'answer'
    : questions.some((pattern) => pattern.test(plain))
      ? 'question'
      : null;
  if (whose === null) return null;
  const word = Object.keys(ordinals).find((each) => new RegExp(`\\b${each}\\b`, 'i').test(plain));
  const isBeginning = /\b(?:beginning|start)\b/i.test(plain);
  if (/\bbefore that\b/i.test(plain)) return { whose, index: -2 };
  return { whose, index: isBeginning ? 0 : word === undefined ? -1 : (ordinals[word] ?? -1) };
}
