import { describe, expect, it } from 'vitest';
import { Best } from './best.ts';
import { EventLoopYield } from './event-loop-yield.ts';
import { Matrix } from './matrix.ts';

/** The same for the same seed; between −1 and 1, some larger than others as in real vectors. */
function unitVector(dimensions: number, seed: number): Float32Array {
  const raw = Float32Array.from({ length: dimensions }, (_, i) => Math.sin(seed * 12.9898 + i * 78.233) ** 3);
  const norm = Math.hypot(...raw);
  return raw.map((value) => value / norm);
}

function exact(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

async function found(matrix: Matrix, query: Float32Array, mask: Uint8Array, limit: number): Promise<number[]> {
  const best = new Best(limit);
  await matrix.scan(query, mask, best, new EventLoopYield());
  return [...best.numbers()].sort((a, b) => a - b);
}

describe.each([1, 3, 8, 33, 256, 1536])('vectors of %i dimensions', (dimensions) => {
  const vectors = Array.from({ length: 700 }, (_, n) => unitVector(dimensions, n + 1));
  const matrix = new Matrix(dimensions);
  for (const [number, vector] of vectors.entries()) matrix.set(number, vector);

  it('have a cosine that is within 1e-4 of the exact one', () => {
    for (const seed of [1_000, 1_001, 1_002]) {
      const query = unitVector(dimensions, seed);
      for (const [number, vector] of vectors.entries()) {
        expect(Math.abs((matrix.cosine(number, query) ?? 9) - exact(vector, query))).toBeLessThan(1e-4);
      }
    }
  });

  it.each([1, 2, 5, 40])(
    'are found without one that is nearer by more than 2e-4 being left out, when every %i. is asked for',
    async (every) => {
      const mask = Uint8Array.from(vectors, (_, number) => (number % every === 0 ? 1 : 0));
      for (const seed of [1_000, 1_001, 1_002]) {
        const query = unitVector(dimensions, seed);
        const cosines = vectors.map((vector) => exact(vector, query));
        for (const limit of [1, 10, 699]) {
          const numbers = await found(matrix, query, mask, limit);
          expect(numbers).toHaveLength(Math.min(limit, Math.ceil(vectors.length / every)));
          const worst = Math.min(...numbers.map((number) => cosines[number] ?? 9));
          const retained = new Set(numbers);
          for (const [number, cosine] of cosines.entries()) {
            if (mask[number] === 0) expect(retained.has(number)).toBe(false);
            else if (!retained.has(number)) expect(cosine).toBeLessThan(worst + 2e-4);
          }
        }
      }
    },
  );
});

it('finds each vector at its document after some were added, replaced and removed, as far as the mask says', async () => {
  const matrix = new Matrix(2);
  const vectors = new Map<number, Float32Array>();
  for (let step = 0; step < 500; step += 1) {
    const number = (step * 17) % 83;
    if (step % 3 === 2) {
      matrix.remove(number);
      vectors.delete(number);
    } else {
      const vector = Float32Array.of(step, -step);
      matrix.set(number, vector);
      vectors.set(number, vector);
    }
  }
  expect(matrix.size).toBe(vectors.size);
  const query = Float32Array.of(1, 0);
  for (let number = 0; number < 83; number += 1) {
    const own = vectors.get(number)?.[0];
    expect(matrix.cosine(number, query)).toEqual(own === undefined ? null : expect.closeTo(own, 1));
  }
  const numbers = [...vectors.keys()].sort((a, b) => a - b);
  expect(await found(matrix, query, new Uint8Array(83).fill(1), 1_000)).toEqual(numbers);
  const even = Uint8Array.from({ length: 83 }, (_, number) => 1 - (number % 2));
  expect(await found(matrix, query, even, 1_000)).toEqual(numbers.filter((number) => number % 2 === 0));
  expect(await found(matrix, query, even.subarray(0, 20), 1_000)).toEqual(
    numbers.filter((number) => number % 2 === 0 && number < 20),
  );
});

it('holds a vector of nothing but zeros, whose cosine is 0', async () => {
  const matrix = new Matrix(3);
  matrix.set(5, new Float32Array(3));
  expect([matrix.size, matrix.cosine(5, Float32Array.of(1, 0, 0)), matrix.cosine(4, Float32Array.of(1, 0, 0))]).toEqual([
    1,
    0,
    null,
  ]);
  expect(await found(matrix, Float32Array.of(1, 0, 0), new Uint8Array(6).fill(1), 10)).toEqual([5]);
});

it('grows by as much as is needed, wherever its numbers are', async () => {
  const [matrix, others] = [new Matrix(256), new Matrix(256)];
  const numbers = [0, 40, 600, 601, 100_000];
  for (const number of numbers) matrix.set(number, unitVector(256, number + 1));
  for (let number = 0; number < 1_000; number += 1) others.set(number, unitVector(256, number + 1));
  expect([matrix.size, others.size]).toEqual([5, 1_000]);
  for (const number of numbers) expect(matrix.cosine(number, unitVector(256, number + 1))).toBeCloseTo(1, 4);
  for (const number of [41, 599, 99_999, 100_001, 1e9]) expect(matrix.cosine(number, unitVector(256, 1))).toBeNull();
  expect(await found(matrix, unitVector(256, 1), new Uint8Array(100_001).fill(1), 9)).toEqual(numbers);
  expect(matrix.bytes).toBeLessThan(others.bytes);
  expect(others.bytes).toBeLessThan(1_100 * 516);
});
