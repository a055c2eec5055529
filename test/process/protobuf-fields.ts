/** One field of a protobuf message as it lies on the wire: the bytes of a text, of bytes or of a message, or a number. */
export type Field = Uint8Array | bigint;

/** The fields of a message by their numbers, in order. Knows the wire format alone, so that it trusts no library's reading. */
export function fieldsOf(bytes: Uint8Array): ReadonlyMap<number, readonly Field[]> {
  const fields = new Map<number, Field[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const [byte = 0] = take(1);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Uint8Array => {
    at += length;
    if (at > bytes.length) throw new RangeError('A field ends after its message');
    return bytes.subarray(at - length, at);
  };
  const fixed = (length: number): bigint => {
    const little = Buffer.from(take(length)).toReversed();
    return BigInt(`0x${Buffer.from(little).toString('hex')}`);
  };
  const field = (wireType: number): Field => {
    if (wireType === 0) return varint();
    if (wireType === 1) return fixed(8);
    if (wireType === 2) return take(Number(varint()));
    if (wireType === 5) return fixed(4);
    throw new TypeError(`Unknown wire type ${wireType}`);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    fields.set(number, [...(fields.get(number) ?? []), field(tag & 7)]);
  }
  return fields;
}
