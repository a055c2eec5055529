/** What people live in, or where. */
const homes =
  'city|town|village|country|countryside|suburbs?|house|flat|apartment|bungalow|cottage|farm|coast|seaside|sea|island|mountains|capital|north|south|east|west|studio|place|home';
/** Behind an article stands no home, unless it is a name or one of the words for one. */
const elsewhere = new RegExp(
  `\\b(?:moved|relocated)(?: back| over| up| down)? to (?:(?:part|full)[- ]?time|management|days|nights|(?:(?:the|an?|another|their|his|her)\\b|\\d)(?! (?:[\\p{L}-]+ ){0,3}(?:${homes})\\b| \\p{Lu}))`,
  'u',
);

/** Whether a text says that somebody moved to what is no home: to another floor, team or shift. They live where they did. */
export function movesElsewhere(text: string): boolean {
  return elsewhere.test(text);
}
