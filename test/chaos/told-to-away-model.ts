/** What users say, what rules make of it, and what the model says of the same; nothing: it leaves what the rules made. */
export const told = [
  {
    user: 'replaced',
    said: 'I live in Porto, by the river',
    byRules: 'The user lives in Porto, by the river',
    byModel: 'The user lives in Porto, by the river Douro',
  },
  { user: 'confirmed', said: 'My name is Ada', byRules: "The user's name is Ada", byModel: "The user's name is Ada" },
  { user: 'left', said: 'I work as a baker', byRules: 'The user works as a baker', byModel: null },
] as const;

/** What a model that is back says of what stands in its prompt. */
export function answerOf(prompt: string): string {
  const one = told.find(({ said }) => prompt.includes(said));
  return JSON.stringify(one?.byModel ? [{ message: 1, fact: one.byModel }] : []);
}
