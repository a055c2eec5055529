/** Words that open an English question, as the alternatives of a pattern. */
export const questionWords = 'who|whom|whose|what|which|where|when|why|how';

/** Verbs that open one in front of its subject, and open hardly anything else. */
export const questionVerbs = 'do|does|did|is|are|am|was|were|can|could|will|would';
