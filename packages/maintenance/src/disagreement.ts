import type { Scope } from '@agent-mem/contract';

/** What two stores, or two records of the Graph, say of the same thing and should not. Where the Graph is one of the stores it is right. */
export type Problem =
  | 'document-missing'
  | 'document-behind'
  | 'document-ahead'
  | 'document-unwanted'
  | 'document-without-node'
  | 'detail-missing'
  | 'detail-unreferenced'
  | 'summary-missing'
  | 'original-missing'
  | 'edge-loose';

/** One thing on which the stores disagree. */
export interface Disagreement {
  readonly scope: Scope;
  readonly problem: Problem;
  /** Of the node, the edge or the document; of a detail its memory key. */
  readonly id: string;
}

/** What each problem means, for the reader of the report. */
export const meanings: Readonly<Record<Problem, string>> = {
  'document-missing': 'should be found but is not in the search index; the sweeper mends it',
  'document-behind': 'is in the search index as it was before its last change; the sweeper mends it',
  'document-ahead': 'is in the search index in a newer state than the Graph has, as after a restored backup; reindex mends it',
  'document-unwanted': 'should not be found any more but is in the search index; the sweeper mends it',
  'document-without-node': 'is in the search index but not in the Graph; the sweeper mends it',
  'detail-missing': 'is referred to by a Detail node, but its content is gone; restore it from a backup, or delete the detail',
  'detail-unreferenced': 'is stored aside but no Detail node refers to it; the sweeper deletes it when it is old enough',
  'summary-missing':
    'is archived by a compaction and does not have exactly one summary; graph.Restore or a backup brings it back',
  'original-missing': 'is a summary one of whose originals is not archived in its name; graph.Restore undoes it',
  'edge-loose':
    'is an edge one of whose ends is no node of its scope; a backup brings the node back, purge of the other end removes the edge',
};
