/** What each question makes the agent do, one turn after another. */
const turns: Readonly<Record<string, readonly string[]>> = {
  'Which tea shall I serve to Ole?': ['Thought: memory says it\nFinal Answer: Ole likes Darjeeling.'],
  'Please note that the boiler was serviced by Kim': [
    'Thought: keep it\nAction: StoreFact\nArgs: {"fact_content": "The boiler was serviced by Kim"}',
    'Thought: it is noted\nFinal Answer: Noted.',
  ],
  'Please note that the roof was mended by Lou': [
    'Thought: keep it\nAction: StoreFact\nArgs: {"fact_content": "The roof was mended by Lou"}',
    'Thought: it is noted\nFinal Answer: The roof is noted.',
  ],
  'My sister Tove moved to Bergen, what shall I bring her?': ['Thought: easy\nFinal Answer: Bring her an umbrella.'],
  'My brother Nils plays the cello, which present fits?': ['Thought: easy\nFinal Answer: Rosin for the bow.'],
  'My aunt Ida grows roses, which gift fits?': ['Thought: easy\nFinal Answer: Good shears.'],
};

/** The facts that a user's message teaches. */
const taught: Readonly<Record<string, readonly object[]>> = {
  'My sister Tove moved to Bergen, what shall I bring her?': [
    { text: "The user's sister Tove lives in Bergen", subject: 'Tove', predicate: 'lives in', object: 'Bergen', from: 'user' },
  ],
  'My brother Nils plays the cello, which present fits?': [
    { text: "The user's brother Nils plays the cello", subject: 'Nils', predicate: 'plays', object: 'the cello', from: 'user' },
  ],
  'My aunt Ida grows roses, which gift fits?': [
    { text: "The user's aunt Ida grows roses", subject: 'Ida', predicate: 'grows', object: 'roses', from: 'user' },
  ],
};

/** What the model is asked for. The first words of a prompt say it. */
export type Purpose = 'react' | 'extract' | 'conversation-facts' | 'reconcile' | 'episode' | 'conversation' | 'steps' | 'summary';

const openings: Readonly<Record<string, Purpose>> = {
  'You are agent-mem, an agent': 'react',
  "You pick out of a user's message": 'extract',
  'You read what a user said': 'conversation-facts',
  'You keep a memory of facts true': 'reconcile',
  'You record how a task': 'episode',
  'You record what a whole conversation': 'conversation',
  'You shorten the notes': 'steps',
  'You say in one sentence': 'summary',
};

/** What a prompt asks for; throws for one that this script does not know. */
export function purposeOf(prompt: string): Purpose {
  const [, purpose] = Object.entries(openings).find(([opening]) => prompt.includes(opening)) ?? [];
  if (!purpose) throw new Error(`The script does not know this prompt: ${prompt.slice(0, 200)}`);
  return purpose;
}

/** The model's answer. It depends on the prompt alone, so every version gets the same. */
export function scriptedAnswer(prompt: string): string {
  switch (purposeOf(prompt)) {
    case 'react':
      return turnOf(prompt);
    case 'extract':
      return JSON.stringify(taught[/<memory kind="message"[^>]*>(.*?)<\/memory>/s.exec(prompt)?.[1] ?? ''] ?? []);
    case 'conversation-facts':
      return '[]';
    case 'reconcile':
      return JSON.stringify(decisionsOn(prompt));
    case 'episode':
      return record('Keep the house in order', 'It was noted');
    case 'conversation':
      return record('Look after the house', 'The house is in order');
    case 'steps':
      return 'The kettle, order number 4711, was found behind the stove.';
    case 'summary':
      return 'The agent looked at its memory and answered.';
  }
}

/** The step that comes next: one for each observation that the prompt shows. */
function turnOf(prompt: string): string {
  const question = prompt.slice(prompt.lastIndexOf('# Question')).split('\n')[1] ?? '';
  const steps = [...prompt.matchAll(/kind="observation"/g)].length;
  return turns[question]?.[steps] ?? 'Thought: easy\nFinal Answer: I do not know.';
}

/** Every fact stays, except that a fact about Assam supersedes one about Darjeeling. */
function decisionsOn(prompt: string): readonly object[] {
  const entries = [...prompt.matchAll(/kind="(known|new)" id="(\d+)"[^>]*>(.*?)<\/memory>/gs)];
  const assam = entries.find(([, kind, , text]) => kind === 'new' && text?.includes('Assam'));
  return entries.map(([, kind, number, text]) => {
    if (kind === 'new') return { id: Number(number), event: 'ADD' };
    if (assam && text?.includes('Darjeeling')) return { id: Number(number), event: 'UPDATE', by: Number(assam[2]) };
    return { id: Number(number), event: 'NONE' };
  });
}

function record(goal: string, outcome: string): string {
  return JSON.stringify({ task: true, goal, steps: ['Ask', 'Answer'], outcome, lessons: 'Write it down' });
}
