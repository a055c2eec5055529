import { argumentsOfSchema, schemaProblem, type Tool } from '@agent-mem/agent-loop';
import { OperationError } from '@agent-mem/contract';
import type { ToolFunction } from './tool-function.ts';

const takesNothing = { type: 'object', properties: {}, additionalProperties: false } as const;

/** Functions of a program as the agent's tools. Throws `invalid-argument` that names the member which is wrong. */
export function toolsOfFunctions(functions: readonly ToolFunction[]): readonly Tool[] {
  return functions.map((each, index) => toolOf(each, (problem) => refusal(`tools.${index}.${problem}`)));
}

function toolOf(given: ToolFunction, refused: (problem: string) => OperationError): Tool {
  const { name, description, parameters = takesNothing, idempotent = false, approval = false } = given;
  if (!/^[\w-]{1,64}$/.test(name)) throw refused('name: must be letters, digits, _ and -, at most 64');
  // A copy: what the caller changes later has no effect.
  const schema = structuredClone(parameters) as Readonly<Record<string, unknown>>;
  const problem = schema.type === 'object' ? schemaProblem(schema) : 'must be the JSON Schema of an object';
  if (problem !== null) throw refused(`parameters: ${problem}`);
  return {
    name,
    description,
    schema,
    arguments: argumentsOfSchema(schema),
    isIdempotent: idempotent,
    needsApproval: approval,
    source: 'functions',
    async run(args, { scope, conversationId, invocationId, signal }) {
      const { workspace, user, collection } = scope;
      const answer = await given.run(args, { workspace, user, collection, conversationId, invocationId, signal });
      return typeof answer === 'string' ? answer : { content: JSON.stringify(answer) ?? '', contentType: 'application/json' };
    },
  };
}

function refusal(message: string): OperationError {
  return new OperationError('invalid-argument', message);
}
