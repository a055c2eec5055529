/** Strangers' text must not steer the terminal: what does not print is shown as its code, as JSON writes it. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => character.split('').map(codeOf).join(''));
}

function codeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
