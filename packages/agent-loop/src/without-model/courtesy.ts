import { ownAnswers } from '@agent-mem/contract';
import { withPlainApostrophes } from '@agent-mem/llm';

/** In German, French, Spanish and Portuguese. */
const otherGreetings =
  'hola|hallo|servus|moin|guten (?:morgen|tag|abend)|bonjour|bonsoir|salut|coucou|buenos días|buenas (?:tardes|noches)|olá|oi|bom dia|boa (?:tarde|noite)';
const greeting = new RegExp(
  `^(?:hi|hiya|hello|hullo|hey|heya|yo|howdy|greetings|aloha|ahoy|g'?day|${otherGreetings}|good (?:morning|afternoon|evening|day)|top of the morning|morning|evening|afternoon|welcome back|nice to (?:meet|see) you|(?:it's )?me again|(?:i'?m )?back again|i'?m back|(?:is )?any(?:one|body) (?:there|here|home)|(?:are )?you (?:there|awake|ready|up|around)|sup|wassup)$`,
);
const wellBeing =
  /^(?:how are (?:you|things|ya)(?: doing| going)?(?: today)?|how have you been|how (?:you|are you) doing|how'?s (?:it going|everything|life|things|your day)(?: going)?|how is (?:it going|everything)|how goes it|how do you do|are you (?:ok|okay|well)|you ok(?:ay)?|what'?s (?:up|new|good|happening|cooking)|long time no see|wie geht's|wie geht es dir|(?:comment )?ça va|qué tal|cómo estás|tudo bem|como (?:vai|estás))$/;
const thanks =
  /^(?:thanks?|thank (?:you|u|ya)|thx|tysm|ty|tnx|tks|ta|cheers|danke(?: schön| sehr| dir| euch)?|vielen dank|merci(?: beaucoup)?|(?:muchas )?gracias|(?:muito )?obrigad[oa]|many thanks|much (?:appreciated|obliged)|appreciate it|i(?: really)? appreciate (?:it|that|your help)|i'?m (?:very |so )?grateful|that(?:'?s| is| was) (?:very |so |really )?(?:kind|helpful|nice|useful|great)(?: of you)?|(?:you'?ve|you have) been (?:very |so |really |most )?(?:kind|helpful|great)|you(?:'?re| are) (?:great|the best|kind|an? (?:star|legend|gem|lifesaver|angel|treasure)|awesome|amazing|so kind|very kind)|you rock|well done|(?:great|good|nice) (?:job|work|one)|bless you|kudos)$/;
const parting =
  /^(?:bye|goodbye|bye bye|cheerio|ciao|see you|see ya|so long|good night|night|later|laters|ttyl|take care|tschüss?|auf wiedersehen|bis (?:bald|später|morgen)|au revoir|à bientôt|à demain|adiós|hasta (?:luego|pronto|mañana)|tchau|até (?:logo|breve|amanhã)|cya|(?:talk|speak) (?:to you )?(?:later|soon|tomorrow)|catch you later|until (?:tomorrow|next time)|have a (?:nice|good|great|lovely) (?:day|evening|night|one|weekend|time)|i(?:'ve got to| have to| gotta|'?m off to) (?:go|run|bed|work)|gotta (?:go|run)|that'?s (?:it|all|everything) (?:for (?:now|today)))$/;
/** Who meets the agent asks first what it is for. */
const capability =
  /^(?:help|what can (?:you|i) (?:do|ask|say)(?: (?:for me|here|you|to you|with you))?|what (?:do you do|are you(?: for)?|is this)|who are you|how (?:can|do) you (?:help(?: me)?|work)|how (?:can|do) i use (?:you|this|it)|how does (?:this|it) work|was kannst du(?: alles)?|wer bist du|hilfe|wie funktioniert das|que peux tu faire|qui es tu|aide|qué puedes hacer|quién eres|ayuda|o que você pode fazer|quem é você|ajuda)$/;
const filler =
  /^(?:there|here|again|all|everyone|everybody|friend|buddy|mate|pal|bro|dude|man|sir|madam|dear|love|folks|team|bot|assistant|agent|ai|my friend|old friend|so much|so very much|ever so much|very much|a lot|a million|a bunch|a ton|loads|heaps|for (?:that|this|it|now|your (?:help|time|patience)|the (?:help|info|information|reminder)|everything|telling me|today|all (?:of )?(?:that|this|your help)|your help today|remembering|listening|reminding me|helping(?: me)?(?: out)?)|great|good|nice|perfect|cool|awesome|wonderful|excellent|lovely|brilliant|fantastic|amazing|super|sweet|splendid|marvellous|great stuff|ok|okay|alright|all right|right|fine|well|oh|ah|aw|wow|and|then|yes|yeah|yep|no|got it|prima|parfait|perfecto|ótimo|that'?s all|that is all|soon|tomorrow|today|tonight|later|now|you|ya|to you|too|as always|as ever|really|indeed|please|lol|haha)$/;

const words: readonly (readonly [string, RegExp])[] = [
  ['greeting', greeting],
  ['well-being', wellBeing],
  ['capability', capability],
  ['thanks', thanks],
  ['parting', parting],
  ['filler', filler],
];

/** What a message of anything else is, as it is polite: by a word of it. */
const loosely: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\p{L})(?:thanks|thank|thx|tysm|cheers|grateful|appreciated?|danke|dankeschön|merci|gracia+s+|obrigad[oa]|valeu)(?!\p{L})/u,
    ownAnswers.welcome,
  ],
  [/\b(?:bye|goodbye|good ?night|see (?:you|ya)|ttyl)\b/, ownAnswers.goodbye],
  [
    new RegExp(
      `^(?:hi|hiya|hello|hey|heya|howdy|greetings|g'?day|good (?:morning|afternoon|evening|day)|${otherGreetings}|grüezi|hola+|holis|buen(?:os|as) (?:días|tardes|noches))(?!\\p{L})`,
      'u',
    ),
    ownAnswers.hello,
  ],
];

/** What is said back to a message that asks and states nothing, and is polite with other words; `null`: it is not. */
export function loosePoliteness(message: string): string | null {
  const plain = plainOf(message);
  return loosely.find(([form]) => form.test(plain))?.[1] ?? null;
}

/** What is said back to a message that greets, asks what the agent can do, thanks or takes leave, and nothing else; `null`: it is no such message. */
export function courtesyFor(message: string): string | null {
  const said = partsOf(message);
  if (said === null) return null;
  if (said.has('capability')) return `${ownAnswers.introduction} ${ownAnswers.noModel}`;
  if (said.has('thanks')) return said.has('parting') ? ownAnswers.welcomeAndGoodbye : ownAnswers.welcome;
  if (said.has('parting')) return ownAnswers.goodbye;
  if (said.has('well-being')) return ownAnswers.fine;
  return said.has('greeting') ? ownAnswers.hello : null;
}

/** The kinds of all parts of a message; `null`: a part is none of them. */
function partsOf(message: string): ReadonlySet<string> | null {
  const plain = plainOf(message).split(' ');
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

/** In small letters, without marks. */
function plainOf(message: string): string {
  return withPlainApostrophes(message.toLowerCase())
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const mostWords = 6;

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
