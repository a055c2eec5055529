/** The line of a member in the front matter of a text; `null`: none begins with its name. */
export function lineOfMember(text: string, name: string): number | null {
  const index = text.split('\n').findIndex((line) => line.startsWith(`${name}:`));
  return index === -1 ? null : index + 1;
}
