/**
 * The record with each half of a character replaced by U+FFFD. Other programs cut texts in the middle of an emoji, which memory refuses: one
 * such text must not lose a conversation.
 */
export function wellFormed<Value>(value: Value): Value {
  // Each part has the type that it had: only texts are replaced, by texts.
  return wellFormedPart(value) as Value;
}

function wellFormedPart(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormedPart);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wellFormedPart(part)]));
}
