import { errorTypes, OperationError } from '@agent-mem/contract';
import { statusOf } from '@agent-mem/service-kit';
import type { Described } from './described.ts';
import { type Html, html } from './html.ts';
import { operationSection } from './operation-section.ts';

/** The reference of every operation as one page, made from the OpenAPI document: without a script, so that a keyboard reaches all of it. */
export function referencePage(document: Described): string {
  const { info, tags } = document;
  const operations = operationsOf(document);
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ tag }) => tag === name);
    return html`<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2><p>${description}</p>
${own.map((each) => operationSection(each, document))}</section>`;
  });
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}: reference</title><link rel="stylesheet" href="/docs/style.css"></head>
<body><a class="skip" href="#operations">Skip to the operations</a>
<header><h1>${info.title} ${info.version}</h1><p>${info.summary} ${info.description}</p>
<p>The same for programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI ${document.openapi}).</p></header>
<nav aria-label="Services"><ul>${tags.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}
<li><a href="#errors">errors</a></li></ul></nav>
<main id="operations">${sections}${errorSection()}</main></body></html>
`;
  return page.text;
}

function operationsOf({ paths }: Described) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      tag: operation.tags[0],
    })),
  );
}

/** What the `type` of a problem leads to. */
function errorSection(): Html {
  const rows = errorTypes.map((type) => {
    const { retryable } = new OperationError(type, '');
    return html`<tr id="${type}"><th scope="row"><code>${type}</code></th><td>${statusOf[type]}</td><td>${retryable ? 'yes' : 'no'}</td></tr>
`;
  });
  return html`<section aria-labelledby="errors"><h2 id="errors">errors</h2>
<p>Every error is application/problem+json; its member <code>error</code> has type, message and retryable. A body or a text that is too long is out-of-range with 413.</p>
<table><thead><tr><th scope="col">type</th><th scope="col">status</th><th scope="col">a repeat may succeed</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}
