/** As it would come back from a store, and nobody else's to change. */
export function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
