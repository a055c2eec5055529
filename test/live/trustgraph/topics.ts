/** The parts of Pulsar's admin interface that TrustGraph's bootstrap and the waiting for its processes need. */

/** Makes TrustGraph's tenant and its four namespaces. */
export async function createTrustGraphTopics(adminUrl: string): Promise<void> {
  await put(`${adminUrl}/admin/v2/tenants/tg`, { allowedClusters: ['standalone'], adminRoles: [] });
  for (const name of ['flow', 'request', 'response', 'notify']) await put(`${adminUrl}/admin/v2/namespaces/tg/${name}`, {});
}

/** Whether somebody takes requests of this name, under the subscription if one is given. */
export async function isServed(adminUrl: string, name: string, subscription?: string): Promise<boolean> {
  return (await consumersOf(adminUrl, name, subscription)) > 0;
}

/** How many take them. */
export async function consumersOf(adminUrl: string, name: string, subscription?: string): Promise<number> {
  const response = await fetch(`${adminUrl}/admin/v2/non-persistent/tg/request/${encodeURIComponent(name)}/stats`);
  if (!response.ok) return 0;
  const { subscriptions } = (await response.json()) as TopicStats;
  const counted = Object.entries(subscriptions).filter(([of]) => subscription === undefined || of === subscription);
  return counted.reduce((sum, [, { consumers }]) => sum + consumers.length, 0);
}

interface TopicStats {
  readonly subscriptions: Readonly<Record<string, { readonly consumers: readonly unknown[] }>>;
}

async function put(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`PUT ${url}: ${response.status} ${await response.text()}`);
}
