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

function readReading({ subject, facts }: Readonly<Record<string, unknown>>): ReadAnswer<SourceReading> {
  if (typeof subject !== 'string' || subject.trim() === '') return { unusable: 'no-subject' };
  const said = (Array.isArray(facts) ? facts : []).filter((each) => typeof each === 'string' && each.trim() !== '');
  const statements = said.slice(0, mostStatements).map((each: string) => each.replace(/\s+/g, ' ').trim());
  const named = subject.replace(/\s+/g, ' ').trim().slice(0, mostSubjectCharacters).toWellFormed();
  return { value: { subject: named, statements, facts: statements } };
}
