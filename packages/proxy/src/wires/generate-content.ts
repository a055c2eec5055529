import { type JsonValue, member, oneOrMore, textMember, writtenAnew } from '../json/json-text.ts';
import { type IsText, plainText, saidByUser } from './content.ts';
import { generateContentReply } from './generate-content-reply.ts';
import type { Said, Wire } from './wire.ts';

const isText: IsText = (part) => member(part, 'thought')?.value !== true;

const spoken = ['generateContent', 'streamGenerateContent'];
const passed = ['countTokens', 'embedContent', 'batchEmbedContents'];
const geminiPath = new RegExp(`^/v1beta/|^/v1/models/[^/]+:(${[...spoken, ...passed].join('|')})$`);

/** Calls of a model, `/v1beta/models/<model>:<method>`, as a route of Fastify. Google's newer clients ask the same below `/v1`. */
function pathsOf(methods: readonly string[]): readonly string[] {
  return ['/v1', '/v1beta'].flatMap((version) => methods.map((method) => `${version}/models/:model([^/:]+)::${method}`));
}

/** What Gemini's clients ask beside, where memory has no part. */
export const passedGeminiPaths: readonly string[] = pathsOf(passed);

/** Whether a path is of Gemini's: no server of another maker answers there. */
export function isGeminiPath(path: string): boolean {
  return geminiPath.test(path);
}

/** `POST /v1beta/models/<model>:generateContent` and `:streamGenerateContent`, Google's for Gemini. */
export const generateContent: Wire = {
  paths: pathsOf(spoken),
  read(body, path) {
    const [, model = '', method] = /\/models\/([^/:]+):(\w+)$/.exec(path) ?? [];
    return {
      model,
      isStreaming: method === 'streamGenerateContent',
      isReplyHeld: false,
      said: oneOrMore(member(body, 'contents')).flatMap(saidBy),
    };
  },
  replyReader: generateContentReply,
};

/** Without a role it is the user's. Results of tools stand in contents of the user, or of older clients' role `function`. */
function saidBy(content: JsonValue): readonly Said[] {
  const role = textMember(content, 'role') ?? 'user';
  const parts = member(content, 'parts');
  if (role === 'model') return [{ role: 'assistant', text: plainText(parts, isText), at: null }];
  const results = oneOrMore(parts).flatMap(resultIn);
  return role === 'user' ? [...results, saidByUser(parts, isText)] : results;
}

function resultIn(part: JsonValue): readonly Said[] {
  const result = member(part, 'functionResponse') ?? member(part, 'function_response');
  return result ? [{ role: 'tool', text: writtenAnew(result), at: null }] : [];
}
