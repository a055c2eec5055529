/** Longest of each text when rules write an episode, in characters: enough to know it by. */
const maxCharacters = 1_000;

/** The text, or as much of its beginning as there is room for, with a mark that says it was cut. */
export function shortened(text: string, most = maxCharacters): string {
  const characters = [...text.trim()];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}
