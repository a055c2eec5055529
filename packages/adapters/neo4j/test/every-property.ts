import neo4j from 'neo4j-driver';

/** All that a database holds, as one text: labels, types and properties of every node and relation. */
export async function everyProperty(server: {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}): Promise<string> {
  const driver = neo4j.driver(server.url, neo4j.auth.basic(server.user, server.password), { disableLosslessIntegers: true });
  try {
    const nodes = await driver.executeQuery('MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties');
    const relations = await driver.executeQuery('MATCH ()-[e]->() RETURN type(e) AS type, properties(e) AS properties');
    return JSON.stringify([...nodes.records, ...relations.records].map((record) => record.toObject()));
  } finally {
    await driver.close();
  }
}
