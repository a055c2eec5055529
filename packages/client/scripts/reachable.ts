import protobuf from 'protobufjs';

/** These messages and all that stand in them, in the order in which they are met. */
export function reachable(messages: readonly protobuf.Type[]): ReadonlySet<protobuf.Type> {
  const found = new Set(messages);
  // A set that grows while it is walked is walked to its new end.
  for (const message of found) {
    for (const { resolvedType } of message.fieldsArray) if (resolvedType instanceof protobuf.Type) found.add(resolvedType);
  }
  return found;
}
