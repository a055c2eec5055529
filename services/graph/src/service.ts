import { dayMs, hourMs } from '@agent-mem/contract';
import { finishPurges, memoryKinds } from '@agent-mem/retention';
import { defineService, purgeKind, purgeSlice } from '@agent-mem/service-kit';
import { compactionKind } from './compaction/compaction-job.ts';
import { takeCompactionSlice } from './compaction/take-compaction-slice.ts';
import { undoDueCompaction } from './compaction/undo-compaction.ts';
import { variables } from './config.ts';
import { nodeDocument } from './domain/nodes/node-document.ts';
import { pruneKind } from './domain/prune-job.ts';
import { factStored } from './events/fact-stored.ts';
import { invocationCompleted } from './events/invocation-completed.ts';
import { messageAppended } from './events/message-appended.ts';
import { cancelJob } from './handlers/cancel-job.ts';
import { createNode } from './handlers/create-node.ts';
import { createSummaryNode } from './handlers/create-summary-node.ts';
import { feedback } from './handlers/feedback.ts';
import { findSimilar } from './handlers/find-similar.ts';
import { get } from './handlers/get.ts';
import { getJob } from './handlers/get-job.ts';
import { getSettings } from './handlers/get-settings.ts';
import { link } from './handlers/link.ts';
import { listJobs } from './handlers/list-jobs.ts';
import { mergeEntities } from './handlers/merge-entities.ts';
import { neighbours } from './handlers/neighbours.ts';
import { paths } from './handlers/paths.ts';
import { prune } from './handlers/prune.ts';
import { purge } from './handlers/purge.ts';
import { restore } from './handlers/restore.ts';
import { rollbackWeights } from './handlers/rollback-weights.ts';
import { splitEntity } from './handlers/split-entity.ts';
import { triggerCompaction } from './handlers/trigger-compaction.ts';
import { updateEntityWeight } from './handlers/update-entity-weight.ts';
import { updateSettings } from './handlers/update-settings.ts';
import { weightHistory } from './handlers/weight-history.ts';
import { compactionJob } from './jobs/compact-by-policy.ts';
import { forgetWeightChanges } from './jobs/forget-weight-changes.ts';
import { pruneScopes } from './jobs/prune-scopes.ts';
import { pruneSlice } from './jobs/prune-slice.ts';
import { removeExpiredJobs } from './jobs/remove-expired-jobs.ts';

/** Nodes, edges and their learned weights, and the jobs that summarise many into one. */
export const graphService = defineService({
  name: 'graph',
  owns: [
    ...(['Summary', 'Job', 'CodeUnit', 'Entity', 'WeightChange', 'Question', 'Feedback'] as const),
    ...(['Settings', 'PurgeMark', 'Guard'] as const),
  ],
  changes: memoryKinds,
  linksAll: true,
  variables,
  handlers: {
    get,
    create_node: createNode,
    neighbours,
    paths,
    find_similar: findSimilar,
    link,
    update_entity_weight: updateEntityWeight,
    weight_history: weightHistory,
    rollback_weights: rollbackWeights,
    feedback,
    get_settings: getSettings,
    update_settings: updateSettings,
    purge,
    prune,
    get_job: getJob,
    list_jobs: listJobs,
    cancel_job: cancelJob,
    trigger_compaction: triggerCompaction,
    create_summary_node: createSummaryNode,
    restore,
    merge_entities: mergeEntities,
    split_entity: splitEntity,
  },
  events: { 'fact-stored': factStored, 'invocation-completed': invocationCompleted, 'message-appended': messageAppended },
  ignores: (type, { ENABLE_ENTITIES, LEARN_FROM_ANSWERS }) => (type === 'fact-stored' ? !ENABLE_ENTITIES : !LEARN_FROM_ANSWERS),
  documentOf: nodeDocument,
  due: { Summary: undoDueCompaction },
  jobs: { [compactionKind]: takeCompactionSlice, [pruneKind]: pruneSlice, [purgeKind]: purgeSlice },
  periodicJobs: () => [
    { name: 'finish-purges', everyMs: 10_000, run: finishPurges },
    compactionJob(),
    { name: 'prune', everyMs: hourMs, run: pruneScopes },
    { name: 'weight-history', everyMs: hourMs, run: forgetWeightChanges },
    { name: 'expired-jobs', everyMs: dayMs, run: removeExpiredJobs },
  ],
});
