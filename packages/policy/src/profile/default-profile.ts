/** The profile where nobody has given a schema: who the user is, and what the user wants to be kept to. */
export const defaultProfile = {
  type: 'object',
  properties: {
    name: { type: 'array', maxItems: 2, description: 'What the user is called' },
    language: { type: 'array', maxItems: 4, description: 'Languages that the user speaks, learns or wants answers in' },
    places: { type: 'array', maxItems: 4, description: 'Where the user lives and comes from' },
    people: { type: 'array', description: 'Family, friends, colleagues and animals of the user' },
    work: { type: 'array', maxItems: 6, description: 'What the user does for a living, where, and what the user studies' },
    preferences: { type: 'array', description: 'What the user likes, dislikes, eats and does for pleasure' },
    instructions: { type: 'array', description: 'How the user wants to be answered, always' },
  },
} as const;
