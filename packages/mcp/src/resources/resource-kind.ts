import type { Memory } from '../memory.ts';

/** The text of a resource. */
export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

/** A kind of resources, each with an id. */
export interface ResourceKind {
  /** In its URIs: `memory://<kind>/<id>`. */
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  /** What the id is called in the template. */
  readonly variable: string;
  /** Rejects with `not-found` where nothing has the id. */
  read(id: string, memory: Memory): Promise<ResourceText>;
  /** Ids that a person may mean who has typed so much, best first. */
  complete(typed: string, memory: Memory): Promise<readonly string[]>;
}
