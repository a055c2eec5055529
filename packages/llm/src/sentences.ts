const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Abbreviations after which a full stop ends no sentence. */
const abbreviation = /\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|no|e\.g|i\.e|a\.m|p\.m|u\.s)\.\s*$/i;

/** Those behind which a small letter goes on with the sentence; behind a capital they may end one. */
const abbreviations = new Set(
  `mr mrs ms dr prof st jr sr vs approx etc incl excl esp max min avg tel ext fig figs al cf ca est inc ltd co corp llc dept univ vol pp eds misc
  resp hr hrs mins sec secs oz lb lbs ft temp appt apt ave blvd bzw usw evtl ggf inkl zzgl vgl str nr bsp sog env ej aprox pag pág tél`.split(
    /\s+/,
  ),
);
/** With its full stop; German puts "str." behind any name. */
const longestAbbreviation = 21;

/** A full stop before a small letter. Many people write no capitals, and the segmenter sees no end there. */
const stop =
  /(?<=(?<word>\p{L}{2,})["”’')]?\.["”’')]?)\s+(?=\p{Ll})|(?<=\d\.)\s+(?=(?:i|i'm|i've|my|we|we're|our|she|he|they|it|it's|the|and|but|so)\s)/gu;

/** The sentences of a text, without the space around them. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let begun = '';
  for (const { segment, index } of segmenter.segment(text)) {
    begun += segment;
    if (abbreviation.test(segment) || goesOn(segment, text.slice(index + segment.length, index + segment.length + 1))) continue;
    sentences.push(...dividedAtStops(begun));
    begun = '';
  }
  return [...sentences, ...dividedAtStops(begun)].map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** Whether a part that ends with a mark is no sentence, by what stands next: "Hauptstr. 5" has an abbreviation, and "FRITZ!Box" is a name. */
function goesOn(part: string, next: string): boolean {
  if (/\d/.test(next)) {
    const word = /\p{L}{1,20}(?=\.$)/u.exec(part.trimEnd().slice(-longestAbbreviation))?.[0].toLowerCase() ?? '';
    return abbreviations.has(word) || word.endsWith('str');
  }
  return /\p{Lu}!$/u.test(part) && /\p{Lu}/u.test(next);
}

function dividedAtStops(sentence: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index, groups } of sentence.matchAll(stop)) {
    if (abbreviations.has(groups?.word?.toLowerCase() ?? '')) continue;
    parts.push(sentence.slice(start, index));
    start = index;
  }
  return [...parts, sentence.slice(start)];
}

/** A text's first sentence. */
export function sentenceOf(text: string): string {
  return sentencesOf(text)[0] ?? '';
}
