/** The dot product of a query with row `row` of a matrix whose rows lie one after the other. Four sums, so that they run side by side. */
export function dotRow(query: Float32Array, matrix: Float32Array, row: number): number {
  const dimensions = query.length;
  const start = row * dimensions;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  // The casts say what noUncheckedIndexedAccess cannot see: every index is inside. A check here would double the time of a scan.
  for (; i + 4 <= dimensions; i += 4) {
    a += (query[i] as number) * (matrix[start + i] as number);
    b += (query[i + 1] as number) * (matrix[start + i + 1] as number);
    c += (query[i + 2] as number) * (matrix[start + i + 2] as number);
    d += (query[i + 3] as number) * (matrix[start + i + 3] as number);
  }
  for (; i < dimensions; i += 1) a += (query[i] as number) * (matrix[start + i] as number);
  return a + b + c + d;
}
