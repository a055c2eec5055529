import { OperationError } from '@agent-mem/contract';

/** How the URLs of one kind of server are refused: the refusal says what they must be, and never repeats what may hold a password. */
export interface AddressForm {
  malformed(): OperationError;
  /** A part of a URL without its percent signs. Throws `malformed`. */
  decoded(part: string): string;
}

/** `must`: "must be redis://host:port …". */
export function addressForm(must: string): AddressForm {
  const malformed = () => new OperationError('invalid-argument', must);
  return {
    malformed,
    decoded(part) {
      try {
        return decodeURIComponent(part);
      } catch {
        throw malformed();
      }
    },
  };
}
