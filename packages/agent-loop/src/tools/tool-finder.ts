import type { Run } from '../run.ts';
import { closestTools } from './closest-tools.ts';
import type { Tool } from './tool.ts';

/** By it the model finds tools that its prompt does not show. */
export const finderName = 'find_tools';

/** How many tools one search finds. */
const mostFound = 5;

/** The tools that a search finds, closest first. */
export async function foundTools(
  { context, signal }: Pick<Run, 'context' | 'signal'>,
  tools: readonly Tool[],
  query: string,
): Promise<readonly Tool[]> {
  return (await closestTools(context, tools, query, signal)).slice(0, mostFound);
}

/** The tool that finds the others. */
export function toolFinder(run: Pick<Run, 'context' | 'signal'>, tools: readonly Tool[]): Tool {
  return {
    name: finderName,
    description: `Find tools for a task: there are ${tools.length}, of which only some are listed here`,
    arguments: [{ name: 'query', type: 'string', description: 'What the tool is to do' }],
    isIdempotent: true,
    isCaptured: false,
    async run({ query }) {
      const found = await foundTools(run, tools, String(query));
      return found.map(lineOf).join('\n');
    },
  };
}

function lineOf({ name, description, arguments: args }: Tool): string {
  const taken = args.map((argument) => `${argument.name} (${argument.type}): ${argument.description}`).join('; ');
  return `${name}: ${description}${taken === '' ? '' : ` Arguments: ${taken}`}`;
}
