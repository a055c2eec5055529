import { idPrefixes } from '@agent-mem/contract';

const prefixes = idPrefixes.map((prefix) => `${prefix}_`).sort();
const hexDigits = '0123456789abcdef';
/** A UUIDv7 has its millisecond here; the dash stands after the eighth. */
const digits = 12;
const dashAt = 8;
const range = 2 ** (4 * digits);

/**
 * A whole number below 2^53 that never falls as ids rise, for an index that orders numbers but no texts. Ids that we make have the
 * number of their prefix and their millisecond in it; many others share a number.
 */
export function idPosition(id: string): number {
  const rank = prefixes.filter((prefix) => prefix <= id).length;
  const prefix = prefixes[rank - 1] ?? '';
  return rank * range + (id.startsWith(prefix) ? positionOfHex(id.slice(prefix.length)) : range - 1);
}

/** The first digits of a UUID as a number. Where the text is no UUID, all that follows counts as lowest or highest. */
function positionOfHex(text: string): number {
  let position = 0;
  let at = 0;
  for (let left = digits - 1; left >= 0; left -= 1) {
    if (at === dashAt) {
      const mark = text.charAt(at);
      if (mark < '-') return position;
      if (mark > '-') return position + 16 ** (left + 1) - 1;
      at += 1;
    }
    const char = text.charAt(at);
    const digit = hexDigits.indexOf(char);
    if (char === '' || digit < 0) {
      const lower = char === '' ? 0 : [...hexDigits].filter((known) => known < char).length;
      return Math.min(position + lower * 16 ** left, position + 16 ** (left + 1) - 1);
    }
    position += digit * 16 ** left;
    at += 1;
  }
  return position;
}
