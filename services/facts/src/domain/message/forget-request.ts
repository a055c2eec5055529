import { plainWriting } from '@agent-mem/llm';
/** What a user wants forgotten. */
export interface ForgetRequest {
  /** What it is about, as they say it; empty: what they said last. */
  readonly about: string;
  /** Something else may be meant that is of no memory: "delete my number". */
  readonly isUnsure: boolean;
}

const politely =
  "(?:(?:please|ok(?:ay)?|now|also|so|and|hey|sorry|actually|just|(?:can|could|would|will) you|i (?:want|need) you to|i'd like you to|you (?:can|may|should|must)|let's)[, ]+)*";
const unwanted = [
  "(?:don't|do not|never|no longer) remember",
  "you (?:shouldn't|should not|mustn't|must not|needn't|need not|(?:don't|do not) (?:have|need) to) remember",
  "i (?:don't|do not|wouldn't|would not) (?:want|like) you to (?:remember|know|keep|store|save)",
  "(?:i'd|i would) (?:rather|prefer)(?: it if| if| that)? you (?:forgot|(?:didn't|did not|don't|do not) (?:remember|know|keep|store|save))",
].join('|');
const forgetting = new RegExp(`^${politely}(?:forget|unlearn|stop remembering|${unwanted})\\b(.*)$`, 'is');
const erasing = new RegExp(`^${politely}(?:delete|remove|erase|clear|drop|discard)\\b(.*)$`, 'is');
/** A file can be deleted too: what is meant is memory only where the message says so. */
const ofMemory =
  /\b(?:memory|memories|facts?|remember|you know|i (?:said|told|mentioned))\b|^ (?:the (?:fact|note|thing) )?that (?:i|i'm|my|we|our)\b/i;
/** What a user keeps elsewhere too, such as in a list. */
const ownThing = /^ (?:my|our)(?: [\p{L}\d'-]+){1,4}(?:, please)?[\s.!?]*$/iu;
const elsewhere = /\b(?:from|of|in|on|at|to|into|off|out)\b/i;
const idle = /^\W*(?:it|about it|never ?mind|what i said)\W*$/i;

/** Reads a request to forget; `null`: the message is none. */
export function forgetRequest(message: string): ForgetRequest | null {
  const plain = plainWriting(message);
  const erased = erasing.exec(plain)?.[1];
  const isOfMemory = erased === undefined || ofMemory.test(erased);
  const isOwn = erased !== undefined && ownThing.test(erased) && !elsewhere.test(erased);
  const rest = forgetting.exec(plain)?.[1] ?? (isOfMemory || isOwn ? erased : undefined);
  if (rest === undefined) return null;
  if (idle.test(rest) || /^\W*(?:that|this)?\W*$/i.test(rest)) return { about: '', isUnsure: false };
  return {
    isUnsure: !isOfMemory,
    about: rest
      .replace(/[.;!?] .*$|, (?:he|she|it|that|this|they|we|i|because|since|as|so|sorry)\b.*$/i, '')
      .replace(/[\s.!?]+$/, '')
      .replace(/,? (?:please|now|from (?:your )?memory|for good|again|at once)$/gi, '')
      .replace(/^[\s:,-]+/, '')
      .replace(
        /^(?:about|everything|anything|all|what|the (?:fact|thing)s?)(?: (?:that )?(?:i|you) (?:said|told you|mentioned|know|remember|have|stored))?(?: (?:about|of))\s+/i,
        '',
      )
      .replace(/^(?:about|(?:the )?(?:fact|thing|note)s?)\s+/i, '')
      .replace(/^(?:that|this)(?::|\s)\s*/i, '')
      .replace(/^(?:everything|anything|all)$/i, 'me'),
  };
}
