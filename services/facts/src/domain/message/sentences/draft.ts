import { anyOf } from '../../statements/word-table.ts';

/** A request for a new text, and what kind of text. */
const request = /^(?:please |can you |could you )*(?:write|draft|compose)(?![\p{L}-])/iu;
/** What is made up, in another's voice, or made of a text that comes behind: all that follows may be of it. */
const takesAll = anyOf(`
  poems? | poetry | verses? | haiku | limerick | sonnet | stor(?:y|ies) | tales? | fairy ?tale | novel | fiction | chapter | scene | dialogue | monologue | screenplay | play
  songs? | lyrics | rap | jokes? | riddle | sketch | parody | fan ?fic(?:tion)? | diary | journal | character | persona | sentences?
  following | below | this | these | like so | as if | as though | as an? | as (?:my|his|her|their|our) | voice | perspective | point of view | pretending | imaginary | fictional | down
`);
const givesAll = new RegExp(String.raw`:|^ ?(?:it|that)\b|(?<![\p{L}-])${takesAll}(?![\p{L}-])`, 'iu');
/** A salutation: the text itself begins. */
const salutation = /^(?:dear|hi|hello|hey|good (?:morning|evening|afternoon)|greetings|to whom)\b[^.!?]{0,60}(?:,|!|$)/i;
/** What the text is to say, or how it is to be. */
const content = new RegExp(
  String.raw`^(?:(?:and|also|then|please|in it|there|finally),? )*(?:(?:i(?:'d| would)? (?:want|need|like)|it (?:should|must|has|needs|can|could|might)|the (?:text|e-?mail|letter|message|note|post|speech|reply) (?:should|must|has|needs|can|could))\b|${anyOf(`
    say | says | saying | tell | telling | mention | mentioning | include | add | write | state | explain | describe | ask | inform | thank | apologi[sz]e | congratulate | invite | let
    start | begin | open | end | close | finish | sign | put | make | use | keep | stress | emphasi[sz]e | point out | note that | express
  `)}(?![\p{L}-]))`,
  'iu',
);

/** Whether a message asks for a new text: behind it the writer may say of themselves what they want it for. */
export function asksForDraft(message: string): boolean {
  return request.test(message);
}

/** Of a message that asks for a new text, the sentences that are not its content. */
export function besideDraft([asked = '', ...others]: readonly string[]): readonly string[] {
  if (givesAll.test(asked.replace(request, ''))) return [];
  const end = others.findIndex((sentence) => salutation.test(sentence) || (content.test(sentence) && givesAll.test(sentence)));
  return others.slice(0, end < 0 ? undefined : end).filter((sentence) => !content.test(sentence));
}
