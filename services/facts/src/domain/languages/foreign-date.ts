import { dayPattern } from './language.ts';
import { languages } from './languages.ts';

const dates = languages.map(({ words }) => ({
  alone: new RegExp(`^(?:(?:${words.on}) )?(${dayPattern(words)})$`, 'iu'),
  any: new RegExp(`(?<![\\p{L}\\d])${dayPattern(words)}`, 'giu'),
}));

/** A statement with a day in place of the one that it names: "am 4 Mai" of "ist am 3 Mai". `null`: what is right is no day of its language, or the statement names none or several. */
export function withForeignDate(content: string, right: string): string | null {
  for (const { alone, any } of dates) {
    const day = alone.exec(right)?.[1];
    const [before, ...others] = content.matchAll(any);
    if (day === undefined || before === undefined || others.length > 0) continue;
    return `${content.slice(0, before.index)}${day}${content.slice(before.index + before[0].length)}`;
  }
  return null;
}
