import type { Memory } from '../memory.ts';

/** What a resource holds: a text, or bytes in base64. */
export type ResourceContent = { readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string });

/** A kind of resources, each with an id. */
export interface ResourceKind {
  /** In its URIs: `memory://<kind>/<id>`. */
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  /** What the id is called in the template. */
  readonly variable: string;
  /** Rejects with `not-found` where nothing has the id. */
  read(id: string, memory: Memory): Promise<ResourceContent>;
  /** Ids that a person may mean who has typed so much, best first. */
  complete(typed: string, memory: Memory): Promise<readonly string[]>;
}
