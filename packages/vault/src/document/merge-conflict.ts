/** How git begins and ends what a merge could not decide. Text that quotes such a line is taken in where it is indented. */
const marker = /^(?:<{7}|\|{7}|>{7})(?:[ \r]|$)/;

/** The first line of a text that a merge has left undecided; `null`: there is none. */
export function undecidedLine(text: string): number | null {
  const index = text.split('\n').findIndex((line) => marker.test(line));
  return index === -1 ? null : index + 1;
}

/** What a person has to do about it. */
export const undecided = 'a merge has left both texts here: choose one, and remove the lines <<<<<<<, ======= and >>>>>>>';
