import { array, boolean, int, enum as oneOf, type output, record, strictObject, string, unknown } from 'zod';
import { readJsonLines } from '../json-lines.ts';

/** Which traces: those that a rule may be fitted to, or those that nobody reads who makes it. */
export const halves = ['dev', 'held-out'] as const;
/** One of them. */
export type Half = (typeof halves)[number];

const position = int().min(0);
const stepSchema = strictObject({
  tool: string().min(1),
  args: record(string(), unknown()),
  observation: string(),
  success: boolean().optional(),
});
const errorSchema = strictObject({
  failed: position,
  solution: array(position),
  may_be_none: boolean().default(false),
});

/** A line of `traces.jsonl`. */
export const traceSchema = strictObject({
  id: string().regex(/^(?:dev|held)-\d{3}$/),
  goal: string().min(1),
  status: oneOf(['success', 'failure']),
  steps: array(stepSchema).min(2),
  errors: array(errorSchema),
}).superRefine(({ steps, errors }, context) => {
  for (const { failed, solution } of errors) {
    if (steps[failed]?.success !== false) context.addIssue(`errors: step ${failed} has not failed`);
    for (const at of solution)
      if (at <= failed || steps[at] === undefined || steps[at].success === false)
        context.addIssue(`errors: step ${at} cannot have got over step ${failed}`);
  }
  const listed = new Set(errors.map(({ failed }) => steps[failed]?.observation));
  for (const [at, { success, observation }] of steps.entries())
    if (success === false && !listed.has(observation)) context.addIssue(`errors: step ${at} has failed and is not listed`);
});

/** Steps of tools with what got over each error; the README says what each member means. */
export type Trace = output<typeof traceSchema>;

/** Reads one half. Throws for what is no trace, and names the line. */
export async function loadTraces(half: Half): Promise<readonly Trace[]> {
  return await readJsonLines(new URL(`${half === 'dev' ? '' : 'held-out/'}traces.jsonl`, import.meta.url), traceSchema);
}
