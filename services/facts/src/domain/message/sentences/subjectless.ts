/** Matches a sentence that may lack its subject: one that begins with "I", "we", "my" or "our" has it. */
export const subjectless = /^(?!(?:i|we|my|our)\b)/i;
