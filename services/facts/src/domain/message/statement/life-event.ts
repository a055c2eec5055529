import { anyOf } from '../../statements/word-table.ts';

const events = anyOf(String.raw`
  turned \d+ | got (?:married|engaged|divorced|promoted|hired|fired|laid off) | moved (?:to|in|out|from) | quit | resigned | retired | graduated | married
  started (?:school|university|college|kindergarten|work|a new job|as|at) | joined | passed (?:their|his|her|my|our|away) | was born | died | gave birth | adopted
  became | split up | broke up
`);
const happens = new RegExp(String.raw`\b${events}\b`, 'i');

/** What is said of somebody without the "today" of what happens once in a life: such a day passes, and what it brought stays. */
export function withoutItsDay(said: string): string {
  return happens.test(said) ? said.replace(/\s*\b(?:today|this morning)\b/gi, '') : said;
}
