import { ownAnswers } from '@agent-mem/contract';

const greeting =
  /^(?:hi|hiya|hello|hey|yo|howdy|greetings|hola|hallo|servus|moin|guten (?:morgen|tag|abend)|bonjour|bonsoir|salut|coucou|buenos días|buenas (?:tardes|noches)|olá|oi|bom dia|boa (?:tarde|noite)|good (?:morning|afternoon|evening|day)|morning|evening|welcome back|nice to (?:meet|see) you|sup)$/;
const wellBeing =
  /^(?:how are you(?: doing)?(?: today)?|how's it going|how do you do|what's up|wie geht's|wie geht es dir|(?:comment )?ça va|qué tal|cómo estás|tudo bem|como (?:vai|estás))$/;
const thanks =
  /^(?:thanks?|thank you|thx|ty|tnx|cheers|danke(?: schön| sehr| dir| euch)?|vielen dank|merci(?: beaucoup)?|(?:muchas )?gracias|(?:muito )?obrigad[oa]|much appreciated|appreciate it|i appreciate (?:it|that)|that's (?:very |so |really )?(?:kind|helpful|nice)(?: of you)?|you're (?:great|the best|kind)|you are (?:great|the best|kind))$/;
const parting =
  /^(?:bye|goodbye|bye bye|see you|see ya|good night|later|take care|tschüss?|auf wiedersehen|bis (?:bald|später|morgen)|au revoir|à bientôt|à demain|adiós|hasta (?:luego|pronto|mañana)|tchau|até (?:logo|breve|amanhã)|cya|talk (?:to you )?(?:later|soon|tomorrow)|have a (?:nice|good|great) (?:day|evening|night|one|weekend))$/;
const filler =
  /^(?:there|again|all|everyone|everybody|friend|buddy|mate|so much|very much|a lot|a million|for (?:that|this|now|your help|the help|everything|telling me|today)|great|good|nice|perfect|cool|awesome|wonderful|excellent|ok|okay|alright|fine|well|oh|ah|and|then|yes|no|super|prima|parfait|perfecto|ótimo|that's all|that is all|soon|tomorrow|today|later|now|you|man|to you|too)$/;

const words: readonly (readonly [string, RegExp])[] = [
  ['greeting', greeting],
  ['well-being', wellBeing],
  ['thanks', thanks],
  ['parting', parting],
  ['filler', filler],
];

/** What is said back to a message that greets, thanks or takes leave, and nothing else; `null`: it is no such message. */
export function courtesyFor(message: string): string | null {
  const said = partsOf(message);
  if (said === null) return null;
  if (said.has('thanks')) return said.has('parting') ? ownAnswers.welcomeAndGoodbye : ownAnswers.welcome;
  if (said.has('parting')) return ownAnswers.goodbye;
  if (said.has('well-being')) return ownAnswers.fine;
  return said.has('greeting') ? ownAnswers.hello : null;
}

/** The kinds of all parts of a message; `null`: a part is none of them. */
function partsOf(message: string): ReadonlySet<string> | null {
  const plain = message
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .split(' ');
  const kinds = new Set<string>();
  const kindOf = kindsOfPhrases();
  for (let at = 0; at < plain.length; ) {
    const found = longestAt(plain, at, kindOf);
    if (!found) return null;
    kinds.add(found.kind);
    at += found.length;
  }
  return kinds;
}

const mostWords = 5;

/** The kind of a phrase. A text may say the same a thousand times: each phrase is looked up once. */
function kindsOfPhrases(): (phrase: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (phrase) => {
    if (!known.has(phrase)) known.set(phrase, words.find(([, pattern]) => pattern.test(phrase))?.[0]);
    return known.get(phrase);
  };
}

function longestAt(
  plain: readonly string[],
  at: number,
  kindOf: ReturnType<typeof kindsOfPhrases>,
): { readonly kind: string; readonly length: number } | null {
  for (let length = Math.min(mostWords, plain.length - at); length > 0; length -= 1) {
    const phrase = plain.slice(at, at + length).join(' ');
    const kind = kindOf(phrase);
    if (kind !== undefined) return { kind, length };
  }
  return null;
}
