import type { Described, DescribedOperation } from '../../src/reference-page/described.ts';
import { pythonType } from './models-module.ts';

/** The text of a module with a class for each service, for callers that wait and for those that await. */
export function operationsModule({ tags, paths }: Described): string {
  const operations = Object.entries(paths).flatMap(([path, { post }]) => (post ? [{ path, operation: post }] : []));
  const classes = [false, true].flatMap((isAsync) =>
    tags.map(({ name, description }) => {
      const own = operations.filter(({ operation }) => operation.tags[0] === name);
      return serviceClass(name, description, own, isAsync);
    }),
  );
  return `# Made from the OpenAPI document by "npm run generate".
"""The operations of agent-mem, by their services."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Unpack, cast

from agent_mem.calls import AsyncCaller, Caller, Options
from agent_mem.generated import models

${classes.join('\n\n')}

class Services:
    """A member for each service."""

    def __init__(self, caller: Caller) -> None:
${tags.map(({ name }) => `        self.${memberName(name)} = ${className(name)}(caller)\n`).join('')}

class AsyncServices:
    """A member for each service."""

    def __init__(self, caller: AsyncCaller) -> None:
${tags.map(({ name }) => `        self.${memberName(name)} = Async${className(name)}(caller)\n`).join('')}`;
}

type Asked = { readonly path: string; readonly operation: DescribedOperation };

function serviceClass(name: string, description: string, operations: readonly Asked[], isAsync: boolean): string {
  const methods = operations.flatMap((asked) => [
    method(asked, isAsync),
    ...('text/event-stream' in (asked.operation.responses[200]?.content ?? {}) ? [streamMethod(asked, isAsync)] : []),
  ]);
  const prefix = isAsync ? 'Async' : '';
  return `class ${prefix}${className(name)}:
    """${docstring(description)}"""

    def __init__(self, caller: ${prefix}Caller) -> None:
        self._caller = caller

${methods.join('\n')}`;
}

function method({ path, operation }: Asked, isAsync: boolean): string {
  const answer = responseType(operation);
  const call = `${isAsync ? 'await ' : ''}self._caller.call("${path}", dict(request), options)`;
  return `    ${isAsync ? 'async ' : ''}def ${methodName(operation)}(self, options: Options | None = None, /, **request: Unpack[${requestType(operation)}]) -> ${answer}:
        """${docstring(operation.description)}"""
        return cast(${answer}, ${call})
`;
}

function streamMethod({ path, operation }: Asked, isAsync: boolean): string {
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
  const type = `${iterator}[models.AgentResponse]`;
  return `    def ${methodName(operation)}_stream(self, options: Options | None = None, /, **request: Unpack[${requestType(operation)}]) -> ${type}:
        """Its frames as they come. A stream that broke is taken up by the same call with the same idempotency key."""
        return cast(${type}, self._caller.stream("${path}", dict(request), options))
`;
}

function requestType({ requestBody }: DescribedOperation): string {
  return `models.${pythonType(requestBody?.content['application/json'].schema ?? {})}`;
}

function responseType({ responses }: DescribedOperation): string {
  return `models.${pythonType(responses[200]?.content?.['application/json']?.schema ?? {})}`;
}

/** `facts_store_many` as a method of facts. */
function methodName({ operationId, tags: [service = ''] }: DescribedOperation): string {
  const name = operationId.slice(service.length + 1);
  // Python's own word.
  return name === 'import' ? 'import_' : name;
}

function memberName(service: string): string {
  return service.replaceAll('-', '_');
}

function className(service: string): string {
  return service.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

function docstring(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', "'");
}
