/** Divided by the largest value; what has none above 0 stays 0. */
export function byMaximum(values: Float64Array): Float64Array {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most === 0 ? new Float64Array(values.length) : values.map((value) => value / most);
}
