/** What a model thinks aloud first says what it may answer, not what it answers. Some servers leave out where it begins. */
export function withoutThinking(answer: string): string {
  const open = answer.replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/i, '');
  return open.replace(/<(?:think|thinking|reasoning)>[\s\S]*$/i, '');
}
