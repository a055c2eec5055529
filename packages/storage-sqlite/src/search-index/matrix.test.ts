import { expect, it } from 'vitest';
import { Best } from './best.ts';
import { dotRow } from './kernel.ts';
import { Matrix } from './matrix.ts';

it('gives the dot product of any row, whatever the dimension', () => {
  for (const dimensions of [1, 3, 4, 7, 16, 33]) {
    const rows = Float32Array.from({ length: dimensions * 3 }, (_, i) => Math.sin(i));
    const query = Float32Array.from({ length: dimensions }, (_, i) => Math.cos(i));
    for (const row of [0, 1, 2]) {
      const plain = query.reduce((sum, value, i) => sum + value * (rows[row * dimensions + i] ?? 0), 0);
      expect(dotRow(query, rows, row)).toBeCloseTo(plain, 6);
    }
  }
});

it('finds each vector at its document after rows were added, replaced and removed', () => {
  const matrix = new Matrix(2, 1);
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
  const best = new Best(1000);
  matrix.scan(Float32Array.of(1, 0), new Uint8Array(83).fill(1), best);
  expect(matrix.size).toBe(vectors.size);
  expect(new Map([...best.kept()].sort((a, b) => a[0] - b[0]))).toEqual(
    new Map([...vectors].map(([number, vector]) => [number, vector[0]] as const).sort((a, b) => a[0] - b[0])),
  );
});
