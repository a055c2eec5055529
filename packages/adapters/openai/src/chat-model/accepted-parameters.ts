import { APIError } from 'openai';
import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';

type Parameters = Pick<
  ChatCompletionCreateParams,
  'max_tokens' | 'max_completion_tokens' | 'response_format' | 'stop' | 'stream_options' | 'temperature' | 'tools'
>;
type Name = 'max_tokens' | 'response_format' | 'stop' | 'stream_options' | 'temperature' | 'tools';

/**
 * What servers and models differ in. Each name is dropped when the server refuses it, and not tried again; of the answer's form first the schema
 * (`json_schema`), which leaves `json_object`, then the form as a whole.
 */
export interface AcceptedParameters {
  /** The parameters without those refused so far. */
  of<Body extends Parameters>(body: Body): Body;
  /** Whether this failure was a refusal of one of the body's parameters, which is then dropped: ask again. */
  refused(cause: unknown, body: Parameters): boolean;
  has(name: Name): boolean;
}

/** Most often refused first; a refusal that names no parameter is taken to mean the answer's schema. */
const droppable: readonly Name[] = ['response_format', 'stream_options', 'stop', 'temperature', 'max_tokens', 'tools'];

/** Words of a server that refuses a parameter because it does not know it. */
const unknownParameter = /unknown|unrecogni[sz]ed|unexpected|unsupported|not (supported|permitted|allowed)|extra (field|input)/i;

/** Words of a server whose model, or whose start, has no calls of functions: it says so in many ways, one of them as a failure of its own. */
const noCalls = /\btools?\b|tool[ _-]?(?:choice|call|use)|function[ _-]?call|--jinja/i;

/** Words of a server that has failed because it cannot, and not by chance. */
const cannot = /not? (?:be )?(?:support|implement)|unsupported|n't support|--jinja/i;

/** Makes the memory of one server, which has refused nothing yet. */
export function acceptedParameters(): AcceptedParameters {
  const refused = new Set<Name>();
  let isSchemaRefused = false;
  return {
    has: (name) => !refused.has(name),
    of(body) {
      const accepted = { ...body };
      if (isSchemaRefused && accepted.response_format != null) accepted.response_format = { type: 'json_object' };
      for (const name of refused) {
        // Newer models take the same number under another name.
        if (name === 'max_tokens' && accepted.max_tokens != null) accepted.max_completion_tokens = accepted.max_tokens;
        delete accepted[name];
      }
      return accepted;
    },
    refused(cause, body) {
      if (!(cause instanceof APIError)) return false;
      const words = `${cause.param ?? ''} ${cause.message}`;
      const mayRefuse = [400, 404, 422].includes(cause.status) || (cause.status >= 500 && cannot.test(words));
      if (body.tools != null && mayRefuse && noCalls.test(words)) {
        refused.add('tools');
        return true;
      }
      if (cause.status !== 400 && cause.status !== 422) return false;
      const named = refusedBy(words, new Set(droppable.filter((name) => body[name] != null && !refused.has(name))));
      if (named === null) return false;
      if (named === 'response_format' && !isSchemaRefused) isSchemaRefused = true;
      else refused.add(named);
      return true;
    },
  };
}

/** Which of the parameters that were sent a server means; `null`: it refuses something else. */
function refusedBy(words: string, sent: ReadonlySet<Name>): Name | null {
  const byName = [...sent].find((name) => words.includes(name));
  if (byName) return byName;
  const likely: readonly Name[] = unknownParameter.test(words)
    ? ['response_format', 'stream_options', 'tools']
    : ['response_format'];
  return likely.find((name) => sent.has(name)) ?? null;
}
