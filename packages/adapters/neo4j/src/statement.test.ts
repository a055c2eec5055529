import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acrossScopes, scoped, scopedReads } from './statement.ts';

describe('a scoped statement', () => {
  it.each([
    'MATCH (n:AgentMemNode {scope: $scope}) RETURN n',
    'MATCH (n:AgentMemNode {scope: $scope, id: $id})-[e:AGENT_MEM_EDGE {scope: $scope}]->(m:AgentMemNode {scope: $scope}) RETURN m',
    'MATCH (n:AgentMemNode {scope: $scope, id: $id})<-[e:AGENT_MEM_EDGE]-(m:AgentMemNode {scope: $scope}) RETURN m',
    'MATCH (n:AgentMemNode {scope: $scope}) USING INDEX n:AgentMemNode(scope, id) WHERE n.id IS NOT NULL RETURN count(n)',
    'MATCH (a:AgentMemNode {scope: $scope}) CREATE (a)-[:AGENT_MEM_EDGE {scope: $scope, id: $id}]->(a)',
    'MATCH w = shortestPath((a:AgentMemNode {scope: $scope})-[:AGENT_MEM_EDGE*..4]-(b:AgentMemNode {scope: $scope}))\nWHERE all(n IN nodes(w) WHERE n.scope = $scope AND n.id > 1) RETURN w',
  ])('may be: %s', (text) => {
    expect(scoped(text)).toEqual({ text, isScoped: true });
  });

  it.each([
    'MATCH (n:AgentMemNode) RETURN n',
    'MATCH (n:AgentMemNode {id: $id}) RETURN n',
    'MATCH (n:AgentMemNode {scope: $scopes}) RETURN n',
    'MATCH (n:AgentMemNode {id: $id, scope: $scope}) RETURN n',
    'MATCH (n:AgentMemNode {id: $id})-[e:AGENT_MEM_EDGE]->(m:AgentMemNode {scope: $scope}) RETURN m',
    'MATCH (n:AgentMemNode {scope: $scope})-[e:AGENT_MEM_EDGE]->(m:AgentMemNode {id: $id}) RETURN m',
    'MATCH (n:AgentMemNode {scope: $scope})-[e:AGENT_MEM_EDGE*..2]->(m:AgentMemNode {scope: $scope}) RETURN m',
    'CREATE (n:AgentMemNode {scope: $scope})-[e:AGENT_MEM_EDGE]->(m:AgentMemNode {scope: $scope})',
    'MATCH (n:AgentMemNode {scope: $scope})-[e:AGENT_MEM_EDGE {scope: $scope}]->(m:AgentMemNode) RETURN m',
    'MATCH w = shortestPath((a:AgentMemNode {scope: $scope})-[:AGENT_MEM_EDGE*..4]-(b:AgentMemNode {scope: $scope})) RETURN w',
    'MATCH w = shortestPath((a:AgentMemNode {scope: $scope})-[:AGENT_MEM_EDGE*..4]-(b:AgentMemNode {scope: $scope}))\nWHERE all(n IN nodes(v) WHERE n.scope = $scope AND n.id > 1) RETURN w',
    'MATCH w = shortestPath((a:AgentMemNode {id: 1})-[:AGENT_MEM_EDGE*..4]-(b:AgentMemNode {scope: $scope}))\nWHERE all(n IN nodes(w) WHERE n.scope = $scope AND n.id > 1) RETURN w',
    'MERGE (n:AgentMemReply {key: $key}) RETURN n',
    'CREATE (:AgentMemOutbox {position: 1})',
    'MATCH (n) RETURN n',
    'MATCH () RETURN 1',
    'MATCH (n:Person {scope: $scope}) RETURN n',
    'MATCH (n:AgentMemNode {scope: $scope})-[e:AGENT_MEM_EDGE {scope: $scope}]->(m) RETURN m',
    'MATCH (m)<-[e:AGENT_MEM_EDGE {scope: $scope}]-(n:AgentMemNode {scope: $scope}) RETURN m',
  ])('may not be: %s', (text) => {
    expect(() => scoped(text)).toThrow();
  });

  it('for several scopes may be one that binds each pattern to the scope of its read', () => {
    const text = 'UNWIND $reads AS read\nMATCH (n:AgentMemNode {scope: read.scope, id: read.id}) RETURN n';
    expect(scopedReads(text)).toEqual({ text, isScoped: 'each read' });
  });

  it.each([
    'UNWIND $reads AS read\nMATCH (n:AgentMemNode {id: read.id}) RETURN n',
    'UNWIND $reads AS read\nMATCH (n:AgentMemNode {scope: read.scopes}) RETURN n',
    'UNWIND $reads AS read\nMATCH (n:AgentMemNode {scope: $scope, id: read.id}) RETURN n',
    'UNWIND $reads AS read\nMATCH (n:AgentMemNode {scope: read.scope})-[e:AGENT_MEM_EDGE]->(m:AgentMemNode) RETURN m',
    'UNWIND $reads AS read\nMATCH (n) RETURN n',
    'UNWIND $others AS read\nMATCH (n:AgentMemNode {scope: read.scope}) RETURN n',
  ])('for several scopes may not be: %s', (text) => {
    expect(() => scopedReads(text)).toThrow();
  });

  it('of maintenance may leave the scope out, but no label', () => {
    expect(acrossScopes('MATCH (n:AgentMemNode) RETURN n').isScoped).toBe(false);
    expect(() => acrossScopes('MATCH (n) RETURN n')).toThrow();
  });
});

it('Cypher stands nowhere but in statements that were checked, and in the migrations', async () => {
  const folder = import.meta.dirname;
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    if (/\.test\.ts$|^(migrate|statement)\.ts$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/^ *(\/\*\*|\*|\/\/).*$/gm, '');
    const unchecked = text.replaceAll(/\b(scoped|scopedReads|acrossScopes)\(`[^`]*`\)/g, '');
    for (const [clause] of unchecked.matchAll(/\b(MATCH|MERGE|CREATE|UNWIND|DELETE|SET) [^,;]*/g))
      found.push(`${file}: ${clause}`);
  }
  // Its parts go into statements that are checked when they are put together.
  expect(found.filter((clause) => !/^graph\/schema\.ts: CREATE (CONSTRAINT|INDEX) agent_mem_/.test(clause))).toEqual([
    expect.stringMatching(/^graph\/find\.ts: MATCH \(n:AgentMemNode \{\$\{pattern\}\}\)/),
    expect.stringMatching(/^graph\/queue\.ts: MATCH \(q:AgentMemQueue \{name: \$group\}\)/),
  ]);
});
