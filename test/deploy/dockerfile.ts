/** One instruction of a Dockerfile. */
export interface Step {
  readonly instruction: string;
  /** `--from=…` and the like, by name. */
  readonly flags: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What is built from one FROM on. */
export interface Stage {
  /** An image's name, or that of a stage before. */
  readonly from: string;
  readonly name: string | null;
  readonly steps: readonly Step[];
}

/** The stages of a Dockerfile: as much of the language as ours speaks (no heredocs, no other escape character). */
export function parseDockerfile(text: string): readonly Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: (Omit<Stage, 'steps'> & { steps: Step[] })[] = [];
  for (const line of lines) {
    const step = parseStep(line);
    if (step.instruction === 'FROM') {
      const [from = '', , name = null] = step.text.split(/\s+/);
      stages.push({ from, name, steps: [] });
    } else {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`No FROM before ${line}`);
      stage.steps.push(step);
    }
  }
  return stages;
}

function parseStep(line: string): Step {
  const [, instruction = '', flagged = '', text = ''] = /^(\w+)((?:\s+--[\w-]+=\S+)*)\s+(.*)$/.exec(line) ?? [];
  const flags = Object.fromEntries([...flagged.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  return { instruction, flags, text: text.trim() };
}
