import { alternativeAt } from '../alternatives.ts';
import { isCompany } from '../companies.ts';
import { statementWords } from '../statement-words.ts';
import { isKnownPlace } from './known-places.ts';

/** What people live in, or where. */
const homes =
  'city|town|village|country|countryside|suburbs?|house|flat|apartment|bungalow|cottage|farm|coast|seaside|sea|island|mountains|capital|north|south|east|west|studio|place|home';
/** Behind an article stands no home, unless it is a name or one of the words for one. */
const elsewhere = new RegExp(
  `\\b(?:moved|relocated)(?: back| over| up| down)? to (?:(?:part|full)[- ]?time|management|days|nights|(?:(?:the|an?|another|their|his|her)\\b|\\d)(?! (?:[\\p{L}-]+ ){0,3}(?:${homes})\\b| \\p{Lu}))`,
  'u',
);

const move = /\b(moved|relocated)(?: over)? (?:from (.+?) )?to (.+)$/u;
/** "Moved from the flat in Dale to Wick", "moved with their family": such a text speaks of a home. */
const ofHome = new RegExp(`\\b(?:${homes}|family|children|kids|parents)\\b`, 'u');

/**
 * Whether a text says that somebody moved to what is no home: to another floor, team, shift, bank or phone. They live where they did. From one name to
 * another may be from firm to firm, so that one of them has to be known as a place.
 */
export function movesElsewhere(text: string): boolean {
  if (elsewhere.test(text)) return true;
  const [, how = '', from = '', to = ''] = move.exec(text) ?? [];
  if (isNoPlace(from) || isNoPlace(to)) return true;
  return how === 'moved' && from !== '' && !isKnownPlace(from) && !isKnownPlace(to) && !ofHome.test(text);
}

/** Sets of what one uses: a town may be called Wells, or Orange. */
const used = new Set('phone editor browser system shell database cloud forge ci language packages'.split(' '));

/** A company that one is a customer of, or a program. */
function isNoPlace(name: string): boolean {
  if (name === '') return false;
  const words = statementWords(name);
  const found = alternativeAt(words, 0);
  const isWhole = found !== null && found.words.length === words.length;
  return isCompany(name) || (isWhole && used.has(found.set));
}
