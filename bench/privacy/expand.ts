import { randomOf } from '../seeded-texts.ts';

const alphabets = {
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  a: 'abcdefghijklmnopqrstuvwxyz0123456789',
  L: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  x: '0123456789abcdef',
  d: '0123456789',
} as const;

/**
 * Puts chance into a text: `{A36}` letters and digits, `{a…}` small ones, `{L…}` letters, `{U…}` capitals and digits, `{x…}` hex, `{d…}` digits,
 * `{uuid}`, `{card4:16}` a card's number that begins so (`16 ` and `16-`: in groups, `amex`: in its groups), `{iban:DE}`. The same number
 * gives the same text. `\n` is a new line.
 */
export function expanded(text: string, number: number): string {
  const random = randomOf(7, number);
  const some = (alphabet: keyof typeof alphabets, count: number) =>
    Array.from({ length: count }, () => alphabets[alphabet][Math.floor(random() * alphabets[alphabet].length)]).join('');
  return text
    .replace(/\{uuid\}/g, () => [8, 4, 4, 4, 12].map((count) => some('x', count)).join('-'))
    .replace(/\{card(\d+):(\d+|amex)([ -]?)\}/g, (_all, begin: string, length: string, separator: string) => {
      const digitCount = length === 'amex' ? 15 : Number(length);
      const digits = withCheckDigit(begin + some('d', digitCount - begin.length - 1));
      if (length === 'amex') return `${digits.slice(0, 4)} ${digits.slice(4, 10)} ${digits.slice(10)}`;
      return separator ? (digits.match(/.{1,4}/g) ?? []).join(separator) : digits;
    })
    .replace(/\{iban:DE( ?)\}/g, (_all, separator: string) => {
      const account = some('d', 18);
      // D and E count as 13 and 14; the check digits stand last, as 00 (ISO 13616).
      const check = String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0');
      const iban = `DE${check}${account}`;
      return separator ? (iban.match(/.{1,4}/g) ?? []).join(' ') : iban;
    })
    .replace(/\{([AaLUxd])(\d+)\}/g, (_all, alphabet: keyof typeof alphabets, count: string) => some(alphabet, Number(count)))
    .replace(/(?<!\\)\\n/g, '\n')
    .replaceAll('\\\\n', '\\n');
}

function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
}
