/** A text with an apostrophe for each sign that people write in its place. */
export function withPlainApostrophes(text: string): string {
  return text.replace(/[‘’ʼ`´]/g, "'");
}

/** The same in one line, with single spaces. */
export function plainWriting(text: string): string {
  return withPlainApostrophes(text).replace(/\s+/g, ' ').trim();
}
