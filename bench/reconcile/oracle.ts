import { createHash } from 'node:crypto';
import { type ScriptedChatModel, scriptedChatModel, type TemplateVariables } from '@agent-mem/llm';
import type { Sequence, Statement } from './load.ts';

/** What the scripted model does wrong, each in a share of its answers. */
export const slips = {
  /** The first answer leaves a number out; the second is right. */
  'left-out': 0.1,
  /** The first answer stands in code fences; the second is right. */
  fenced: 0.05,
  /** Both answers are prose. */
  prose: 0.03,
  /** It sees nothing to do. */
  overlooked: 0.04,
  /** It has a new fact take the place of the nearest memory, whatever that is. */
  confused: 0.01,
} as const;

/** A slip by its name. */
export type Slip = keyof typeof slips;

/** A model that knows what is right, and slips as often as is said above: at the same places each time. */
export interface Oracle {
  readonly chatModel: ScriptedChatModel;
  /** Slips that were made so far. */
  readonly made: ReadonlyMap<Slip, number>;
  /** The sequence that is told from now on. */
  begin(sequence: Sequence): void;
}

type Asked = TemplateVariables['reconcile-facts'];
type Decision = { readonly id: number; readonly event: string; readonly by?: number };

/** Makes the model. `slipOf`: which slip it makes for a question, the same in every run. */
export function oracle(slipOf: (question: string) => Slip | null = slipAt): Oracle {
  let facts: readonly Statement[] = [];
  let id = '';
  const made = new Map<Slip, number>();
  const indexOf = (text: string) => facts.findIndex((fact) => fact.text === text);

  function decisions({ memories, facts: fresh }: Asked): readonly Decision[] {
    const numbers = new Map(fresh.map(({ number, content }) => [indexOf(content), number]));
    const ofMemories = memories.map(({ number, content }): Decision => {
      const { fate, by } = facts[indexOf(content)] ?? {};
      const replacement = by === undefined ? undefined : numbers.get(by);
      if (replacement === undefined) return { id: number, event: 'NONE' };
      return { id: number, event: fate === 'denied' ? 'DELETE' : 'UPDATE', by: replacement };
    });
    const ofFacts = fresh.map(({ number, content }): Decision => {
      const said = facts[indexOf(content)]?.of;
      const memory = memories.find((each) => said !== undefined && indexOf(each.content) === said);
      return memory ? { id: number, event: 'NONE', by: memory.number } : { id: number, event: 'ADD' };
    });
    return [...ofMemories, ...ofFacts];
  }

  function answer(asked: Asked, again: boolean): string {
    const right = decisions(asked);
    const slip = slipOf(`${id} ${asked.facts.map(({ content }) => content).join(' ')}`);
    if (slip && !again) made.set(slip, (made.get(slip) ?? 0) + 1);
    const [nearest] = asked.memories;
    const [fresh] = asked.facts;
    switch (slip) {
      case 'left-out':
        return JSON.stringify(again ? right : right.slice(1));
      case 'fenced':
        return again ? JSON.stringify(right) : `\`\`\`json\n${JSON.stringify(right)}\n\`\`\``;
      case 'prose':
        return 'The new fact is about the same topic, so I would keep it.';
      case 'overlooked':
        return JSON.stringify(
          right.map(({ id: number }, index) => ({ id: number, event: index < asked.memories.length ? 'NONE' : 'ADD' })),
        );
      case 'confused':
        if (nearest && fresh)
          return JSON.stringify(
            right.map((each) => (each.id === nearest.number ? { id: each.id, event: 'UPDATE', by: fresh.number } : each)),
          );
        return JSON.stringify(right);
      case null:
        return JSON.stringify(right);
    }
  }

  return {
    chatModel: scriptedChatModel(({ template, variables, messages }) => {
      if (template !== 'reconcile-facts') return '[]';
      return answer(
        variables as Asked,
        messages.some(({ role }) => role === 'assistant'),
      );
    }),
    made,
    begin(sequence) {
      ({ facts, id } = sequence);
    },
  };
}

/** Which slip is made at a place, the same in every run. */
function slipAt(key: string): Slip | null {
  const lot = createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32;
  let until = 0;
  for (const [slip, share] of Object.entries(slips) as [Slip, number][]) {
    until += share;
    if (lot < until) return slip;
  }
  return null;
}
