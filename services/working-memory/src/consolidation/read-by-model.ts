import { modelList, modelText } from '@agent-mem/llm';
import { askForJson, type EventContext, learningRules, type ReadAnswer } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { ReadSource, SourceReading } from '../domain/article/read-by-rules.ts';

const mostStatements = 8;
const mostTokens = 1_000;
const mostSubjectCharacters = 60;

/** What the summary model reads in a source; `null`: there is none, or it wrote nothing that can be used. Rejects where it is away. */
export async function readByModel(
  source: ReadSource,
  subjects: readonly string[],
  context: EventContext<Config>,
): Promise<SourceReading | null> {
  const { kind, description, content } = source;
  const asking = { ...context, chatModel: context.summaryModel };
  const variables = { kind, description, content, subjects, ...(await learningRules(null, context)) };
  return await askForJson(asking, 'consolidate-source', variables, {
    kind: 'object',
    maxTokens: mostTokens,
    schema: { name: 'consolidated', schema },
    read: readReading,
  });
}

const schema = {
  type: 'object',
  properties: { subject: { type: 'string' }, facts: { type: 'array', items: { type: 'string' } } },
  required: ['subject', 'facts'],
  additionalProperties: false,
};

/** Reads the subject and the facts of a model's object. */
export function readReading({ subject, facts }: Readonly<Record<string, unknown>>): ReadAnswer<SourceReading> {
  const named = modelText(subject)?.replace(/\s+/g, ' ').slice(0, mostSubjectCharacters).toWellFormed();
  if (!named) return { unusable: 'no-subject' };
  const said = modelList(facts).flatMap((each) => modelText(each) || []);
  const statements = said.slice(0, mostStatements).map((each) => each.replace(/\s+/g, ' '));
  return { value: { subject: named, statements, facts: statements } };
}
