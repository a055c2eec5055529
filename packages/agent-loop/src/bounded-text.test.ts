import { expect, test } from 'vitest';
import { cutToBytes, plainPieces, plainText } from './bounded-text.ts';

test('what fits stays; what does not is cut at a whole sign, and says so', () => {
  expect(cutToBytes('😀', 4)).toBe('😀');
  const cut = cutToBytes('😀'.repeat(100), 101);
  expect(cut).toMatch(/^(😀)+ … \[cut: the first part of 400 bytes\]$/u);
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(101);
});

test('control characters and half signs are taken out, line breaks and tabs stay', () => {
  expect(plainText('a\u0000b\u001b[1m\n\tc\ud83d')).toBe('ab[1m\n\tc\ufffd');
});

test('a sign that comes in two pieces stays whole', () => {
  const plain = plainPieces();
  expect(['a\ud83d', '\ude00b'].map(plain).join('')).toBe('a😀b');
});
