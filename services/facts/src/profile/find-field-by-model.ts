import { isByRules, modelText } from '@agent-mem/llm';
import type { ProfileSchema } from '@agent-mem/policy';
import { conflictsRetried } from '@agent-mem/runtime';
import { askToLearn, type EventContext, type JsonAnswer } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { isOfUser } from '../domain/profile/profile-field.ts';
import { linkOf, maySpeakForUser } from '../domain/profile/profile-link.ts';
import { linkedFact, storedLink, writtenLinks } from './profile-links.ts';
import { profileSchema } from './profile-schema-of.ts';

/** Longest part of a fact that a model is shown, in characters. */
const maxPromptCharacters = 2_000;

/**
 * Asks the model in which field of an owner's schema a fact of the user stands, once for each text: what it says is stored with the fact. The fields of the
 * default schema rules know; what they found stands where the model is away.
 */
export async function findFieldByModel(context: EventContext<Config>, factId: string): Promise<void> {
  const { graph, scope, signal } = context;
  if (isByRules(context.chatModel)) return;
  const schema = await profileSchema(context, scope);
  const asked = schema.isDefault ? null : await factToAsk(context, factId, schema);
  if (asked === null) return;
  const variables = { content: linkedFact(asked).content.slice(0, maxPromptCharacters).toWellFormed(), fields: schema.fields };
  const { value } = await askToLearn(context, 'profile-field', variables, fieldAnswer(schema));
  if (value === null) return;
  await conflictsRetried(signal, async () => {
    const node = await factToAsk(context, factId, schema);
    if (node === null || linkedFact(node).content !== linkedFact(asked).content) return;
    const fact = linkedFact(node);
    const link = { ...linkOf(fact, schema, null), field: value.field, by: 'model' } as const;
    const now = new Date(context.clock.now()).toISOString();
    const links = await writtenLinks([{ fact, link }], { graph, scope }, now);
    await graph.commit(scope, { ...links, expect: [{ id: node.id, version: node.version }] });
  });
}

/** The fact, if the model is to be asked for its field; `null`: it was, or the fact is none of the user's that is believed. */
async function factToAsk(
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
  factId: string,
  schema: ProfileSchema,
): Promise<GraphNode | null> {
  const [node] = await graph.get(scope, [factId]);
  if (node?.kind !== 'Fact' || node.status !== 'ACTIVE') return null;
  const fact = linkedFact(node);
  if (!maySpeakForUser(fact) || !isOfUser(fact.content)) return null;
  const known = await storedLink(factId, { graph, scope });
  return linkOf(fact, schema, known).by === 'model' ? null : node;
}

/** What a model is asked for about a fact; a field of `null`: it stands in none. */
export function fieldAnswer({ fields }: Pick<ProfileSchema, 'fields'>): JsonAnswer<{ readonly field: string | null }> {
  const names = fields.map(({ name }) => name);
  const properties = { field: { type: ['string', 'null'], enum: [...names, null] } };
  return {
    kind: 'object',
    maxTokens: 100,
    schema: { name: 'field', schema: { type: 'object', properties, required: ['field'], additionalProperties: false } },
    read(answer) {
      const field = 'field' in answer ? modelText(answer.field) : null;
      if (field === null) return { unusable: 'unknown-field' };
      if (names.includes(field)) return { value: { field } };
      return /^(?:null|none)?$/i.test(field) ? { value: { field: null } } : { unusable: 'unknown-field' };
    },
  };
}
