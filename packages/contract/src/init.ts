/** A message as its sender writes it: every member may be left out or null. */
export type Init<T> = T extends readonly (infer Element)[]
  ? readonly Init<Element>[]
  : T extends string | number | boolean | null
    ? T
    : { readonly [Member in keyof T]?: Init<T[Member]> | null };
