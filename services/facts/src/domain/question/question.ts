import { withPlainApostrophes } from '@agent-mem/llm';
import { asksOfPast, questionVerbs, questionWords } from '@agent-mem/recall/ranking';
import { ownWords } from '../statements/beings.ts';
import { conceptsOf, isDislike } from './concepts.ts';
import type { Need } from './fact-reading.ts';

/** A question, by what its answer has to speak of. */
export interface Question {
  readonly kind: 'yes-no' | 'open';
  /** The user is the one it asks about, and not only something of theirs. */
  readonly isOfUser: boolean;
  /** What the answer must speak of. */
  readonly concepts: readonly string[];
  /** Those that it names. */
  readonly names: readonly string[];
  /** Somebody and the thing of theirs that it asks about, "my husband's passport"; empty: it asks of no such thing. */
  readonly owned: readonly string[];
  /** What it asks of as the user's own, "my dog": of somebody else's it asks nothing. */
  readonly mine: readonly string[];
  /** What it lets choose from, "tea or coffee": the answer speaks of one of them. Empty: of nothing. */
  readonly among: readonly string[];
  /** The kind of thing that is asked for, "which music": an answer may name the thing alone. */
  readonly wanted: readonly string[];
  readonly need: Need | null;
  /** "How many children do I have?" */
  readonly isCount: boolean;
  readonly isDislike: boolean;
  /** It asks whether somebody has something. */
  readonly isHaving: boolean;
  /** "Is Omar 12?", "Am I a carpenter?": what is asked is not named by a verb. */
  readonly isBeing: boolean;
  /** "Am I a carpenter?": it asks what somebody is by trade or kind. "Am I moving to Spain?" asks no such thing. */
  readonly isOfKind: boolean;
  /** It asks what was, and may be no more: "Did I ever smoke?", "Where did I live before?". */
  readonly isPast: boolean;
  /** It asks of a life as a whole: "have I worked in Rome?" */
  readonly isOfLife: boolean;
  /** It asks what is wanted, planned or hoped for. */
  readonly isWish: boolean;
}

const leadIn =
  /^(?:(?:hi|hello|hey|ok|okay|so|and|but|well|then|also|please|now|sorry|actually|remind me(?: again)?|tell me|do (?:please )?(?:tell|remind) me|(?:can|could|would|will) you (?:please )?(?:tell|remind) me|i(?:'d| would) like to know|(?:just )?(?:a )?quick question|just checking|out of curiosity|do you (?:still |also |happen to )?(?:know|remember|recall)|i (?:forgot|forget|wonder)|any idea)(?:[,:!]+\s*|\s+))+/i;
const opened = new RegExp(
  `^(?:${questionWords}|since when|until when|at what|in what|in which|on which|to whom|for whom|with whom)\\b`,
  'i',
);
const inverted = new RegExp(
  `^(?:(?:${questionVerbs}|have|has|had|should|can't|isn't|aren't|doesn't|haven't|hasn't) \\S+|don't (?:i|you|we|they)\\b)`,
  'i',
);
const relative = /^(?:if|whether) /i;
/** "If it rains, we'll stay": a condition, with what follows from it. */
const conditional = /^if (?:[^,?]+, (?!or\b)|.*\b(?:i|we|he|she|they|it)['’](?:d|ll)\b)/i;
/** "When I was a kid I had a pony". */
const subordinate = /^when (?:i|we|he|she|they|my \p{Ll}+) (?:was|were|am|are|is|had|lived|worked|moved|got|grew) /iu;
const wish =
  /\b(?:want|need|plan|hope|intend|wish|dream|consider|think)(?:s|ed|ing|ning)?\b|\b(?:would|will|moving|relocating|going to)\b/i;
/** "Do I have a dog?" and "What do I own?", and not "Have I been to Oslo?" nor "Do I have to go?". */
const having =
  /\bowns?\b|\b(?:do|does|did|don't|doesn't|can|could|may|if|whether)\b.*\b(?:have|has)\b(?! (?:been|to)\b)|^(?:have|has) \S+ (?:got|any)\b/i;
const formerly = /\b(?:used? to|before|previously|formerly)\b/i;

/** Whether a message asks something. */
export function isQuestion(message: string): boolean {
  const bare = bareOf(message);
  if (/^(?:what|how|such) an? /i.test(bare) && !/\?/.test(message)) return /^what an? \S+ (?:is|does|do)\b/i.test(bare);
  const isIndirect = relative.test(bare) && !conditional.test(bare);
  return /\?["')\]]*\s*$/.test(message) || (opened.test(bare) && !subordinate.test(bare)) || inverted.test(bare) || isIndirect;
}

/** Reads a question; `previous` is what the user wrote before it, which "Since when?" and "And Rita?" go on from. */
export function readQuestion(message: string, previous: string | null): Question {
  const bare = bareOf(message);
  const question = readBare(bare);
  if (previous === null) return question;
  const before = () => readBare(bareOf(previous));
  const other =
    /^(?:what|how) about (.+)$/i.exec(bare)?.[1] ?? (/^and\b/i.test(message) && !opened.test(bare) ? bare : undefined);
  if (other !== undefined && !inverted.test(other)) {
    const last = before();
    const about = new Set(peopleIn(previous));
    return { ...last, isOfUser: false, concepts: [...last.concepts.filter((each) => !about.has(each)), ...conceptsOf(other)] };
  }
  if (question.concepts.length === 0 && question.wanted.length === 0 && question.kind === 'open')
    return { ...before(), kind: 'open', need: question.need };
  if (/\b(?:she|he|her|him|his|its (?:name|age)|(?:is|was) it (?:called|named)|how old is it)\b/i.test(bare))
    return { ...question, concepts: [...peopleIn(previous), ...question.concepts] };
  return question;
}

/** A noun in German has a capital and no article. */
const ofKind = /^(?:[Ii]s|[Aa]re|[Aa]m|[Ww]as|[Ww]ere|[Ii]sn't|[Aa]ren't) (?:(?:\S+ ){1,3}?an? |(?:my )?\S+ \p{Lu}\p{Ll}+$)/u;
const sofar = /^have (?:i|we) (?:ever )?(?:worked|lived|studied|been (?:an?|married|engaged))\b/i;

function readBare(text: string): Question {
  const bare = text.replace(formerly, '').replace(/\s+/g, ' ').trim();
  const isOfUser = /\b(?:i|we|me|us|i'm|myself)\b/i.test(bare);
  const rest = {
    isDislike: isDislike(bare),
    isHaving: having.test(bare),
    isOfUser,
    isCount: /^how many\b/i.test(bare) && having.test(bare),
    isOfKind: ofKind.test(bare),
    isPast: asksOfPast(text),
    isOfLife: sofar.test(bare),
    isWish: wish.test(text),
    names: namesIn(bare),
    among: [],
    owned: ownedIn(bare),
    mine: mineIn(bare),
  };
  const gap =
    /^(?:is|are|was|were) there (?:anything|something|anyone|someone|somebody|any \w+|an? \w+) (?:that |which |who )?(.+)$/i.exec(
      bare,
    )?.[1];
  if (gap !== undefined) return { kind: 'open', ...rest, concepts: conceptsOf(gap), wanted: [], need: null, isBeing: false };
  const choice = opened.test(bare) ? null : choiceIn(bare);
  if (choice) return { kind: 'open', ...rest, ...choice, wanted: [], need: null, isBeing: false };
  if (!opened.test(bare))
    return {
      kind: 'yes-no',
      ...rest,
      concepts: conceptsOf(bare.replace(relative, '')),
      wanted: [],
      need: null,
      isBeing: /^(?:is|are|am|was|were|isn't|aren't)\b/i.test(bare) && !/\b(?:in|at|on|from)\b/i.test(bare),
    };
  const asked = wantedIn(bare);
  return { kind: 'open', ...rest, ...asked, isBeing: false };
}

/** "Do I prefer tea or coffee?": what is chosen from, and what is asked of it. `null`: it lets choose from nothing. */
function choiceIn(bare: string): Pick<Question, 'among' | 'concepts'> | null {
  const [, before, second] = /^(.+) or (?!not\b)(?:an? |the |my |in |at |on )?([^,]+)$/i.exec(bare) ?? [];
  if (before === undefined || second === undefined) return null;
  const [said, other] = [conceptsOf(before), conceptsOf(second)];
  const asked = said.slice(0, -other.length);
  return asked.length === 0 || other.length === 0 ? null : { concepts: asked, among: [...said.slice(-other.length), ...other] };
}

/** What an open question wants, and of what. */
function wantedIn(bare: string): Pick<Question, 'concepts' | 'wanted' | 'need'> {
  const doing = /^what (?:do|does|did) (.+?) do\b(?: for (?:a living|work))?$/i.exec(bare)?.[1];
  if (doing !== undefined) return { concepts: [...conceptsOf(doing), 'occupation'], wanted: [], need: null };
  const done = /^what (?!is\b|are\b|\p{L}+ (?:do|does|did) (?!for\b))(.+?) (?:do|does|did)(?: for (?:a living|work))?$/iu.exec(
    bare,
  )?.[1];
  if (done !== undefined) return { concepts: [...conceptsOf(done), 'occupation'], wanted: [], need: null };
  const from = /^where (?:am|is|are|was|were|do|does|did) (.+?) (?:come )?from(?: originally)?$/i.exec(bare)?.[1];
  if (from !== undefined) return { concepts: [...conceptsOf(from), 'origin'], wanted: [], need: 'place' };
  if (/^who am i\b/i.test(bare)) return { concepts: ['name'], wanted: [], need: null };
  const [, kind, tail] =
    /^(?:at |in |on )?(?:what|which)(?: (?:kind|sort|type)s? of)? ((?:[\p{L}-]+ ){0,1}[\p{L}-]+) ((?:do|does|did|am|can|can't|cannot|have|has|was|were|should|will|is|are)\b.*)$/iu.exec(
      bare,
    ) ?? [];
  const isNamedThing = kind === undefined || /^(?:do|does|did|am|can|have|has|was|were|is|are|my|our|the)\b/i.test(kind);
  const named = isNamedThing ? [] : conceptsOf(kind);
  const need = needOf(bare, named);
  // "Which music do I love?" and "which language am I learning?" may be answered by the thing alone; of "what colour is my car?" the colour is all that is asked.
  const isAttribute = isNamedThing || (need === null && /^(?:is|are|am|was|were)\b(?!.* \p{L}+ing\b)/iu.test(tail ?? ''));
  const wanted = isAttribute ? [] : named;
  const all = conceptsOf(isAttribute ? bare.replace(/^how (?:long|often)\b/i, '') : (tail ?? ''));
  const concepts = all.filter((each) => !wanted.includes(each));
  return concepts.length === 0 && need === null ? { concepts: wanted, wanted: [], need } : { concepts, wanted, need };
}

function needOf(bare: string, wanted: readonly string[]): Need | null {
  if (/^where\b/i.test(bare) || wanted.some((each) => /^(?:city|town|country|place|street)$/.test(each))) return 'place';
  if (/^(?:since |until )?when\b|^how long\b/i.test(bare) || wanted.some((each) => /^(?:day|date|year|month|hour)$/.test(each)))
    return 'time';
  if (/^(?:at )?what time\b/i.test(bare)) return 'time';
  if (/\bsurname\b/i.test(bare)) return 'surname';
  if (/^how (?:many|much|often)\b/i.test(bare)) return 'number';
  if (/^how old\b/i.test(bare)) return 'age';
  if (/^(?:with whom\b|who\b.* with$)|^who (?:lives|stays) with\b/i.test(bare)) return 'company';
  return /^who (?:is|are|'s)\b/i.test(bare) ? 'name' : null;
}

const relations = new RegExp(`\\b(?:${ownWords})\\b`, 'gi');

/** The people a message speaks of. */
function peopleIn(message: string): readonly string[] {
  const related = [...message.matchAll(relations)].map(([word]) => word);
  return [...new Set([...conceptsOf(related.join(' ')), ...namesIn(message)])];
}

function ownedIn(bare: string): readonly string[] {
  const owned = [...bare.matchAll(/(?<owner>[\p{L}-]+)['’]s (?<thing>[\p{L}-]+)/gu)];
  return conceptsOf(owned.map(({ groups }) => `${groups?.owner} ${groups?.thing}`).join(' '));
}

/** "Dog" of "what is my dog called", and not "wife" of "my wife's dog". */
function mineIn(bare: string): readonly string[] {
  return conceptsOf(
    [...bare.matchAll(/\b(?:my|our) (?!own\b)((?:[\p{Ll}-]+ )?(?:[\p{Ll}-]+|\p{Lu}{2,}))(?!['’\p{L}-])/gu)]
      .map(([, what = '']) => what)
      .join(' '),
  );
}

function namesIn(message: string): readonly string[] {
  const names = [...message.matchAll(/(?<=[^.!?\s]\s+|^)\p{Lu}\p{Ll}+/gu)]
    .map(([name]) => name)
    .filter((name) => !opened.test(name));
  return conceptsOf(names.join(' '));
}

/** For how long somebody is paid, if a question says it. */
const atWork = '(?: (?:an?|per|every|each) (?:year|month|week|day|hour)| at work)?';

/** Turns of speech, as most people ask the same. */
const usual: readonly (readonly [RegExp, string])[] = [
  [/\bhave (i|we) got\b/i, 'do $1 have'],
  [/^(what|which) (\p{L}+)'s /iu, '$1 $2 is '],
  [/^(what|which) (?:version|release) of (.+?) (?=(?:do|does|did|am|are|is)\b)/i, '$1 $2 '],
  [/^(what|which) (\S+) (?:version|release) (?=(?:do|does|did|am|are|is)\b)/i, '$1 $2 '],
  [/^(?:the )?name of (my|our) /i, 'what is the name of $1 '],
  [/^where is (?:my )?home(?: for me)?$/i, 'where do I live'],
  [/^when (?:does|do|will) (.+) (?:run out|lapse)$/i, 'when does $1 expire'],
  [/ in (?:my|our|his|her|their) (?:free|spare|leisure) time$/i, ' for fun'],
  [/^how do (?:i|we) spend (?:my|our) (?:free|spare|leisure) time$/i, 'what do I do for fun'],
  [
    /^what do (?:i|we) (?:like to |love to |enjoy )?(?:do|doing) (?:for fun|(?:outside|out) of work|outside work)$/i,
    'what hobbies do I have',
  ],
  [/^what does (.+?) (?:like to |love to |enjoy )?(?:do|doing) for fun$/i, 'what hobbies does $1 have'],
  [/^what (?:are|is) (?:my|our) (?:hobby|hobbies|pastimes?)$/i, 'what hobbies do I have'],
  [/ for a crust$/i, ' for a living'],
  [
    /^where (did|do|have) (i|we) (?:leave|left|hide|hidden|keep|kept|store|stored|stash|stashed) (?=(?:my|our|the) )/i,
    'where $1 $2 put ',
  ],
  [
    new RegExp(`^(?:how much do (i|we) (?:make|earn)|what do (i|we) (?:make|earn)(?= an? | per ))${atWork}$`, 'i'),
    'how much do $1$2 earn',
  ],
  [new RegExp(`^(?:how much|what) (?:do|am|are) (i|we) (?:get |being )?paid${atWork}$`, 'i'), 'how much do $1 earn'],
  [/^what age (is|are|was) (.+)$/i, 'how old $1 $2'],
  [/^what age (?:would|will) (.+) be$/i, 'how old is $1'],
  [/^how do i (?:earn|make) (?:my|a) living$/i, 'what do I do for a living'],
  [/^how do i (?:get|go|travel|come) to work$/i, 'how do I commute'],
  [/^who do i (?:report|answer) to$|^who do i work under$|^who am i working (?:under|for)$/i, 'who is my boss'],
  [/^(?:am|do) i (?:still )?(?:work(?:ing)? under|report(?:ing)? to) (.+)$/i, 'is my boss $1'],
  [/^who do i share (?:my|a) (?:room|flat|apartment|house) with$/i, 'who is my roommate'],
  [/^what(?: kind| sort)?(?: of)? (?:breed|breed of dog|animal|pet) is (.+)$/i, 'what is $1'],
];

function bareOf(message: string): string {
  const bare = withPlainApostrophes(message)
    .replace(/\b(what|where|who|when|how)'?s\b/gi, '$1 is')
    .replace(/\b(what|where|who|how|we|you|they)'re\b/gi, '$1 are')
    .replace(/\bi'm\b/gi, 'I am')
    .replace(/\b(i|we|you|they)'ve\b/gi, '$1 have')
    .replace(/\b(?:last|family) name\b/gi, 'surname')
    .replace(/\b(?:full|first|given) name\b/gi, 'name')
    .replace(leadIn, '')
    .replace(
      /[\s?!.…,]+$|,? (?:please|again|now|then|these days|at the moment|currently|nowadays|by now|right now)[\s?!.]*$/gi,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
  return usual.reduce((text, [form, as]) => text.replace(form, as), bare);
}
