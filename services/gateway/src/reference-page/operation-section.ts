import type { Described, DescribedOperation, DescribedSchema } from './described.ts';
import { fieldTable, parameterTable, schemaNamed, typeText } from './field-table.ts';
import { type Html, html } from './html.ts';

/** The address in examples; the page shows the one that it was asked at in its place. */
export const exampleAddress = 'http://127.0.0.1:8700';

/** One operation, which opens by Enter: what it does, what it needs, its fields, an example, its answer. */
export function operationSection(
  { path, method, operation }: { readonly path: string; readonly method: string; readonly operation: DescribedOperation },
  document: Described,
): Html {
  const { description, operationId, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const answer = responses[200]?.content?.['application/json']?.schema;
  const [first = '', ...more] = description.split(/(?<=\.) /);
  return html`<details id="${operationId}"><summary><code>${method} ${path}</code> ${first}</summary>
<p>${more.join(' ')} Needs the permission <code>${permissionOf(operation)}</code>.</p>
${body ? html`<h3>Request</h3>${fieldTable(schemaNamed(body.schema, document), document)}` : parameterTable(parameters)}
${body?.example ? exampleOf(method, path, body.example) : html``}
${answer ? answerOf(answer, document) : html``}</details>
`;
}

function permissionOf({ security }: DescribedOperation): string {
  return security.flatMap(({ bearer = [] }) => bearer)[0] ?? '';
}

/** A request as curl sends it; quotes in it are escaped for a shell. */
function exampleOf(method: string, path: string, example: object): Html {
  const data = JSON.stringify(example).replaceAll("'", String.raw`'\''`);
  return html`<h3>Example</h3><pre tabindex="0"><code>curl -X ${method} ${exampleAddress}${path} -H 'Content-Type: application/json' -d '${data}'</code></pre>`;
}

function answerOf(schema: DescribedSchema, document: Described): Html {
  const named = schemaNamed(schema, document);
  return html`<h3>Answer</h3>${named.properties ? fieldTable(named, document) : html`<p>${typeText(schema)}</p>`}`;
}
