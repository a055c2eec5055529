/** Limits that hold for every message, where a field has no rule of its own. */
export const limits = {
  /** Text, in bytes of UTF-8. */
  textBytes: 65_536,
  /** Names (scope members, conversation ids, memory keys, sources), in characters. */
  nameCharacters: 256,
  /** An idempotency key that a caller gives, in characters: stores index it. */
  idempotencyKeyCharacters: 256,
  /** Elements of a list. */
  listItems: 1_000,
  /** A value of a map, in bytes. */
  mapValueBytes: 8_192,
  /** A message on the bus, in bytes: what passes Pulsar's WebSocket frames after base64. */
  messageBytes: 700_000,
} as const;
