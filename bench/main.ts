import { runAdmission } from './admission/run.ts';
import { runAgent } from './agent/run.ts';
import { runStepMessages } from './agent/step-messages.ts';
import { runBus } from './bus/run.ts';
import { runCommits } from './commits/run.ts';
import { runCompaction } from './compaction/run.ts';
import { runContext } from './context/run.ts';
import { runEntities } from './entities/run.ts';
import { runEntityHop } from './entities/run-hop.ts';
import { runErasure } from './erasure/run.ts';
import { runFit } from './facts/fit.ts';
import { runFacts } from './facts/run.ts';
import { runFirstUse } from './first-use/run.ts';
import { runBaseline, runGate } from './gate/run.ts';
import { runGraph } from './graph/run.ts';
import { runKeys } from './keys/run.ts';
import { runLearning } from './learning/run.ts';
import { runLearningCost } from './learning-cost/run.ts';
import { runLocomo } from './locomo/run.ts';
import { runLongTexts } from './long-texts/run.ts';
import { runPath } from './path/run.ts';
import { runFitPoisoning } from './poisoning/fit.ts';
import { runPoisoning } from './poisoning/run.ts';
import { runPrivacy } from './privacy/run.ts';
import { runProfile } from './profile/run.ts';
import { runProxy } from './proxy/run.ts';
import { runRecall } from './recall/run.ts';
import { runReconcile } from './reconcile/run.ts';
import { runRelay } from './relay/run.ts';
import { runReplicas } from './replicas/run.ts';
import { runSolutions } from './solutions/run.ts';
import { runStoreMany } from './store-many/run.ts';
import { runStores } from './stores/run.ts';
import { runSummaries } from './summaries/run.ts';
import { runTrustGraph } from './trustgraph/run.ts';
import { runVault } from './vault/run.ts';
import { runWeights } from './weights/run.ts';
import { runWorkingMemory } from './working-memory/run.ts';

/** Each benchmark by its name on the command line; it takes the arguments after it and answers a table in Markdown. */
const benchmarks: Readonly<Record<string, (args: readonly string[]) => Promise<string>>> = {
  admission: runAdmission,
  agent: runAgent,
  baseline: runBaseline,
  bus: runBus,
  commits: runCommits,
  compaction: runCompaction,
  context: runContext,
  entities: runEntities,
  'entity-hop': runEntityHop,
  erasure: runErasure,
  facts: runFacts,
  'first-use': runFirstUse,
  fit: runFit,
  'fit-poisoning': runFitPoisoning,
  gate: runGate,
  graph: runGraph,
  keys: runKeys,
  learning: runLearning,
  'learning-cost': runLearningCost,
  locomo: runLocomo,
  'long-texts': runLongTexts,
  path: runPath,
  poisoning: runPoisoning,
  privacy: runPrivacy,
  profile: runProfile,
  proxy: runProxy,
  recall: runRecall,
  reconcile: runReconcile,
  solutions: runSolutions,
  relay: runRelay,
  replicas: runReplicas,
  steps: runStepMessages,
  'store-many': runStoreMany,
  stores: runStores,
  summaries: runSummaries,
  trustgraph: runTrustGraph,
  vault: runVault,
  weights: runWeights,
  'working-memory': runWorkingMemory,
};

const [name = '', ...args] = process.argv.slice(2);
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (benchmark === undefined) {
  console.error(`Usage: npm run bench -- <${Object.keys(benchmarks).join('|')}> …; see bench/README.md`);
  process.exitCode = 2;
} else {
  // Services that listen nowhere leave the event loop empty between two looks at what is due.
  const held = setInterval(() => undefined, 60_000);
  try {
    console.log(await benchmark(args));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    clearInterval(held);
  }
}
