/** A count with the name of what is counted: `1 fact`, `2 facts`. `many` is the plural where it takes more than an s. */
export function counting(count: number, name: string, many = `${name}s`): string {
  return `${count} ${count === 1 ? name : many}`;
}
