/** Answers files that are made of the proto and of sources, each with its text. */
type Generate = () => ReadonlyMap<URL, string> | Promise<ReadonlyMap<URL, string>>;

/** All that is generated. A later one may read what an earlier one wrote, so each is loaded when its turn comes. */
export const generators: readonly (() => Promise<{ readonly generated: Generate }>)[] = [
  () => import('../packages/contract/scripts/generated.ts'),
  () => import('../packages/service-kit/scripts/generated.ts'),
  () => import('../packages/client/scripts/generated.ts'),
  () => import('../services/fleet/scripts/generated-variables.ts'),
  () => import('../services/fleet/scripts/generated-page.ts'),
  () => import('../packages/trustgraph/scripts/generated.ts'),
  () => import('../services/trustgraph/scripts/generated.ts'),
  () => import('../services/gateway/scripts/generated-pages.ts'),
  () => import('../services/gateway/scripts/generated-client.ts'),
  () => import('../packages/tools/scripts/generated.ts'),
  () => import('../services/webhooks/scripts/generated.ts'),
  () => import('../packages/hooks/scripts/generated.ts'),
];
