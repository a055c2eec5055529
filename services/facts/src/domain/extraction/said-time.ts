import { analyseQuestion, type Language } from '@agent-mem/recall/ranking';

/** English words by which a statement says from when it holds. */
const beginning =
  /\b(?:since|from|as of|starting|started|starts|began|joined|moved|relocated|became|got|has been|have been|has (?:lived|worked|had))\b/i;
/** With these a date is an end, or a day that comes round. */
const otherwise = /\b(?:until|till|before|by|every|born|birthday|anniversary)\b/i;

/** From when a statement says that it holds (ISO 8601, UTC): one date with a year, behind a word that begins something. `null`: it does not say. */
export function saidTime(statement: string, language: Language): string | null {
  if (!beginning.test(statement) || otherwise.test(statement)) return null;
  const [date, second] = analyseQuestion(statement, language).dates;
  if (!date || second || date.year === null) return null;
  return new Date(Date.UTC(date.year, date.month ?? 0, date.day ?? 1)).toISOString();
}
