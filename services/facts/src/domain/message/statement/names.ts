const demonyms: ReadonlySet<string> = new Set(
  `african american arab argentinian asian australian austrian belgian brazilian british bulgarian canadian catalan chilean chinese colombian
  croatian cuban czech danish dutch egyptian english estonian ethiopian european filipino finnish french german greek hungarian icelandic indian
  indonesian iranian iraqi irish israeli italian jamaican japanese jordanian kenyan korean latvian lebanese lithuanian malaysian mexican moroccan
  nepali nigerian norwegian pakistani peruvian polish portuguese romanian russian scottish serbian slovak slovenian spanish swedish swiss syrian
  taiwanese thai tunisian turkish ukrainian venezuelan vietnamese welsh buddhist catholic christian hindu jewish muslim protestant sikh`.split(
    /\s+/,
  ),
);

const others =
  /^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|OK|Okay|Sorry|Fine|Good|Great|Not|Here|Back|Sure|Done|Ready|Happy|Sad|Tired|Hungry|Yes|No|The|This|That|Spring|Summer|Autumn|Winter)$/;

/** A nationality or faith: what a person is, not how they are called. */
export function isDemonym(word: string): boolean {
  return demonyms.has(word.toLowerCase().replace(/[.,]$/, ''));
}

/** One to three capitalised words that are not a nationality, a day or a month. */
export function isName(text: string): boolean {
  if (!/^\p{Lu}[\p{L}'’-]*(?: (?:\p{Lu}[\p{L}'’-]*\.?|de|da|van|von|der|bin|al)){0,3}$/u.test(text)) return false;
  const first = text.split(' ')[0] ?? '';
  return !isDemonym(first) && !others.test(first) && !/^[\p{Lu}]{4,}$/u.test(text);
}
