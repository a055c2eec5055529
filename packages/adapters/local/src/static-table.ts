import { readFile } from 'node:fs/promises';

/** A vector for every piece of the vocabulary. */
export interface StaticTable {
  readonly vocabulary: readonly string[];
  readonly dimensions: number;
  /** Row after row, −127 to 127. */
  readonly values: Int8Array;
  /** What a row's values are multiplied with. */
  readonly scales: Float32Array;
}

const folder = new URL('../table/', import.meta.url);

/** Reads the table that comes with this package: 7.8 MB. Throws an `Error` if its files do not fit together. */
export async function readStaticTable(): Promise<StaticTable> {
  const [vocabularyText, values, halves] = await Promise.all([
    readFile(new URL('vocab.txt', folder), 'utf8'),
    readFile(new URL('static256.int8', folder)),
    readFile(new URL('static256.scale.f16', folder)),
  ]);
  const vocabulary = vocabularyText.replace(/\n$/, '').split('\n');
  const dimensions = 256;
  if (values.length !== vocabulary.length * dimensions || halves.length !== vocabulary.length * 2) {
    throw new Error(`The files in ${folder.pathname} do not fit together; install the package again`);
  }
  const scales = Float32Array.from(vocabulary, (_, row) => halfAt(halves, row * 2));
  return { vocabulary, dimensions, values: new Int8Array(values.buffer, values.byteOffset, values.length), scales };
}

/** IEEE 754 binary16, little-endian. */
function halfAt(bytes: Buffer, offset: number): number {
  const bits = bytes.readUInt16LE(offset);
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
