/** Beginnings that mean what was said before: pronouns, demonstratives and conjunctions. English, German, French, Spanish, Portuguese. */
const back = [
  "it|its|it's|this|that|that's|these|those|they|they're|their|he|he's|his|she|she's|her|here|so|and|but|then|also|or|because",
  'es|dies|das (?:ist|war|hat|sind|waren|geht|wird)|er|sie|und|aber|dann|also|oder',
  "il|elle|ils|elles|ce|cela|ça|c'est|et|mais|alors|donc|puis",
  'eso|esto|él|ella|ellos|ellas|y|pero|entonces',
  'isso|isto|ele|ela|eles|elas|e|mas|então',
].join('|');

const refersBack = new RegExp(`^\\P{L}*(?:${back})(?![\\p{L}\\p{N}])`, 'iu');
const word = /[\p{L}\p{N}][\p{L}\p{N}'-]*/gu;
/** "Flat white, two sugars" is a list of things, and says nothing of them. */
const leastWords = 3;

/** Whether a sentence is understood without those around it, as a fact must be. */
export function standsAlone(sentence: string): boolean {
  const plain = sentence.replaceAll('’', "'");
  const longestClause = Math.max(...plain.split(',').map((clause) => clause.match(word)?.length ?? 0));
  return longestClause >= leastWords && !refersBack.test(plain);
}
