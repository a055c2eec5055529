/** How many messages went over the topics of one flow since they were opened, by what the broker counted; those of services for all flows left out. */
export async function countTopics(adminUrl: string, flow: string): Promise<number> {
  const namespaces = ['non-persistent/tg/request', 'non-persistent/tg/response', 'persistent/tg/flow'];
  const counts = await Promise.all(namespaces.map((namespace) => countNamespace(adminUrl, namespace, flow)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countNamespace(adminUrl: string, namespace: string, flow: string): Promise<number> {
  const topics = (await get(`${adminUrl}/admin/v2/${namespace}`)) as readonly string[];
  const ofFlow = topics.filter((topic) => topic.endsWith(`:${flow}`));
  const counts = await Promise.all(
    ofFlow.map(async (topic) => {
      const [name = ''] = topic.split('/').slice(-1);
      const stats = (await get(`${adminUrl}/admin/v2/${namespace}/${encodeURIComponent(name)}/stats`)) as TopicStats;
      return stats.msgInCounter;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

interface TopicStats {
  readonly msgInCounter: number;
}

async function get(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return await response.json();
}
