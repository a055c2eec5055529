/** Where a message stands in its topic, read from the broker's id of it: ids of one partition sort by it. */
export function comparePositions(left: string, right: string): number {
  const [leftLedger = 0, leftEntry = 0, leftBatch = 0] = positionOf(left);
  const [rightLedger = 0, rightEntry = 0, rightBatch = 0] = positionOf(right);
  return leftLedger - rightLedger || leftEntry - rightEntry || leftBatch - rightBatch;
}

/** Ledger, entry and place in the batch: fields 1, 2 and 4 of Pulsar's MessageIdData. */
function positionOf(id: string): readonly [number, number, number] {
  const bytes = Buffer.from(id, 'base64');
  const fields = new Map<number, number>();
  let offset = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; offset < bytes.length; factor *= 128) {
      const byte = bytes[offset++] as number;
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  };
  while (offset < bytes.length) {
    const tag = varint();
    // All its fields before those of a chunked message are numbers.
    if (tag % 8 !== 0) break;
    fields.set(tag >>> 3, varint());
  }
  return [fields.get(1) ?? 0, fields.get(2) ?? 0, fields.get(4) ?? 0];
}
