import { type GraphEdge, type GraphNode, type NodeWrite, storedMembers, textId } from '@agent-mem/storage';

/** A node or an edge, as it was read. */
export type WeighedEntity = GraphNode | GraphEdge;

/** What a change sets, and who sets it. */
export interface NewWeight {
  readonly weight: number | null;
  readonly changedBy: string;
  readonly reason: string;
}

/** One change of a weight, as its node holds it. */
export interface StoredWeightChange {
  readonly entity_id: string;
  readonly entity_type: string;
  /** The ids whose erasure erases this: the node, or the edge's two ends. */
  readonly about: readonly string[];
  /** `null`: it had none. */
  readonly old_weight: number | null;
  readonly new_weight: number | null;
  readonly changed_by: string;
  readonly reason: string;
  /** The service that wrote it. */
  readonly service: string;
}

const stored = storedMembers<StoredWeightChange>(null, {
  entity_id: '',
  entity_type: 'NODE',
  about: [],
  old_weight: null,
  new_weight: null,
  changed_by: '',
  reason: '',
  service: '',
});

/**
 * The node that stores one change of a weight. Its id is made of the version that the change makes, so of two writers that read the same
 * version the second meets a conflict.
 */
export function weightChangeNode(service: string, entity: WeighedEntity, to: NewWeight, now: string): NodeWrite {
  const isEdge = 'from' in entity;
  const version = entity.version + 1;
  return {
    id: textId('weight', entity.id, String(version)),
    kind: 'WeightChange',
    ordinal: version,
    createdAt: now,
    updatedAt: now,
    properties: stored.write({
      entity_id: entity.id,
      entity_type: isEdge ? 'EDGE' : 'NODE',
      about: isEdge ? [entity.from, entity.to] : [entity.id],
      old_weight: entity.weight,
      new_weight: to.weight,
      changed_by: to.changedBy,
      reason: to.reason,
      service,
    }),
    expectedVersion: 0,
  };
}

/** The change in a node. */
export function readWeightChange({ properties }: GraphNode): StoredWeightChange {
  return stored.read(properties);
}
