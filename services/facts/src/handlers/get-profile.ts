import { countTokens } from '@agent-mem/recall/ranking';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { answeredFact } from '../domain/fact/fact-node.ts';
import { profileBlock } from '../domain/profile/profile-block.ts';
import { profileSchema } from '../profile/profile-schema-of.ts';
import { type ProfileCandidate, profileCandidates } from '../profile/read-profile.ts';
import { withReplaced } from '../replacements.ts';

/** Most items that a receipt lists of what was left out. */
const mostLeftOut = 20;

/** What is known of the user, by the fields of the scope's schema, each with its facts, what they replaced and where they come from. */
export const getProfile: Handler<'facts', 'get_profile', Config> = async (request, context) => {
  const { clock, graph, scope } = context;
  const started = clock.now();
  const schema = await profileSchema(context, scope);
  const candidates = await profileCandidates(context, schema, request.conversation_id || null);
  const { fields, text, tokens, leftOut } = profileBlock(candidates, schema, request.max_tokens);
  const entryOf = async ({ node, by }: ProfileCandidate) => {
    const fact = answeredFact(node);
    const { conversation_id, evidence } = fact;
    const history = request.without_history ? [] : await replaced(node.id);
    return { fact, by, history, conversation_id: conversation_id ?? null, message_id: evidence?.message_id || null };
  };
  return {
    fields: await Promise.all(
      fields.map(async ({ entries, ...field }) => ({ ...field, entries: await Promise.all(entries.map(entryOf)) })),
    ),
    text,
    receipt: {
      items: fields.flatMap(({ entries }) => entries.map(({ id, content }) => ({ id, score: 1, tokens: countTokens(content) }))),
      tokens,
      ms: clock.now() - started,
      left_out: leftOut.length,
      left_out_items: leftOut.slice(0, mostLeftOut),
    },
  };

  async function replaced(id: string) {
    const ids = (await withReplaced(graph, scope, id)).filter((each) => each !== id).toReversed();
    return (ids.length === 0 ? [] : await graph.get(scope, ids)).map((node) => answeredFact(node));
  }
};
