import { membersOf } from '@agent-mem/contract';
import { type OpenApiDocument, target } from './read-document.ts';

type Members = Readonly<Record<string, unknown>>;

/** Schemas that an argument may refer to, one through another. */
const mostSchemas = 60;
/** Members that say nothing of what fits. */
const dropped: ReadonlySet<string> = new Set(['example', 'discriminator', 'xml']);

/** A JSON Schema with all that it refers to in the document, under `$defs`. Throws where that is too much. */
export function selfContained(schema: Members, document: OpenApiDocument): Members {
  const defs = new Map<string, unknown>();
  const rewritten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewritten);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, nullable, ...members } = value as Members;
    if (typeof $ref === 'string') return { $ref: referred($ref) };
    const entries = Object.entries(members).flatMap(([name, member]) => {
      // In OpenAPI 3.0 these are true or false, which no JSON Schema of today has.
      const isOld = (name === 'exclusiveMinimum' || name === 'exclusiveMaximum') && typeof member === 'boolean';
      return isOld || dropped.has(name) ? [] : [[name, rewritten(member)] as const];
    });
    const plain = Object.fromEntries(entries);
    return nullable === true && typeof plain.type === 'string' ? { ...plain, type: [plain.type, 'null'] } : plain;
  };
  const referred = (reference: string): string => {
    if (!reference.startsWith('#/')) throw new Error(`refers to ${reference}, which is not in the document`);
    const name = reference.slice(2).replace(/[^A-Za-z0-9]/g, '_');
    if (!defs.has(name)) {
      if (defs.size >= mostSchemas) throw new Error(`refers to more than ${mostSchemas} schemas`);
      defs.set(name, {});
      defs.set(name, rewritten(target(document.root, reference) ?? {}));
    }
    return `#/$defs/${name}`;
  };
  const whole = membersOf(rewritten(schema));
  return defs.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(defs) };
}
