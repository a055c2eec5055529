/** Words that name one thing and no other: numbers, codes, paths, addresses, camelCase and snake_case. */
export function identifiersOf(question: string): readonly string[] {
  const words = question.split(/[\s,;()[\]{}"'`“”‘’]+/).map((word) => word.replace(/^[.:!?]+|[.:!?]+$/g, ''));
  return [...new Set(words.filter(isIdentifier))];
}

function isIdentifier(word: string): boolean {
  return /\d/.test(word) || /^[A-Z]{2,}$/.test(word) || /[a-z][A-Z]/.test(word) || /\p{L}[_/@.:#-]+\p{L}/u.test(word);
}

/** The text names this identifier. */
export function mentions(text: string, identifier: string): boolean {
  return text.toLowerCase().includes(identifier.toLowerCase());
}
