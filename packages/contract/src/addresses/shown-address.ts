/** A text that was to be an address, as a message may repeat it: a password may stand before its last `@`. */
export function shownAddress(text: string): string {
  return text.replace(/^.*@/s, '…@');
}
