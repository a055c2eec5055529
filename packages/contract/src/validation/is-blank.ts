/** Whether a text shows no character: it has spaces, control characters and characters without a width alone. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
