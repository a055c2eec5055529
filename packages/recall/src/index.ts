/** Finds what to remember: indexes documents, collects candidates, ranks them, and says what it took. */

export { type Analysis, analysisOf, analysisVariables } from './analysis.ts';
export { type AskedTurn, askedTurn } from './asked-turn.ts';
export { hydrateRecall } from './hydrate-recall.ts';
export type { DocumentSource } from './indexing/document-source.ts';
export { givenVector } from './indexing/given-vector.ts';
export {
  createIndexNodes,
  createIndexOnce,
  type Documented,
  type IndexNodes,
  type IndexPorts,
  unlessRefused,
} from './indexing/indexing.ts';
export { indexingJob } from './indexing/indexing-job.ts';
export { ownVectors } from './indexing/own-vectors.ts';
export { bestOf, checkWeights, isWithinWeights, mostRecalled, sortedBy, weightFactor } from './learned-weights.ts';
export { newestRecords } from './newest-records.ts';
export { passingPage } from './passing-page.ts';
export { pastQuestionsLike } from './past-questions/past-questions-like.ts';
export {
  answeredByKind,
  answerWeight,
  judgedAt,
  questionDocument,
  questionNode,
  readQuestion,
} from './past-questions/stored-question.ts';
export { feedbackVariables } from './past-questions/variables.ts';
export type { Recall, RecallContext, Recalled, RecallRequest } from './recall.ts';
export { recallAmong } from './recall-among.ts';
export { recall } from './recall-ranked.ts';
export { firstLeftOut, type LeftOutReason, leftOutFor } from './receipts/left-out-items.ts';
export { noteReceipt } from './receipts/note-receipt.ts';
export { requestReceiptId } from './receipts/receipt-id.ts';
export { createReceipts, type Receipts } from './receipts/receipts.ts';
export { eraseReceipts, eraseReceiptsBefore } from './receipts/stored-receipt.ts';
export { tierReceipt } from './receipts/tier-receipt.ts';
export { receiptVariables } from './receipts/variables.ts';
export { attributesOf, filteredKinds, filterOf, nodePasses } from './record-filter.ts';
export { membersOfNode, membersOfView, type RecordView } from './record-view.ts';
export type { Stretch } from './stretch.ts';
export { recallVariables } from './variables.ts';
