/** Cypher that reads and writes nothing outside of `$scope`. Only `scoped` makes one. */
export interface ScopedStatement {
  readonly text: string;
  readonly isScoped: true;
}

/** Cypher that reads for several scopes at once, and nothing outside of the one that each of `$reads` names. Only `scopedReads` makes one. */
export interface ScopedReads {
  readonly text: string;
  readonly isScoped: 'each read';
}

/** Cypher for maintenance, which looks across scopes. Only `acrossScopes` makes one. */
export interface MaintenanceStatement {
  readonly text: string;
  readonly isScoped: false;
}

/**
 * Every statement about a scope is made here. Throws, when its module is loaded, unless each pattern names a label of ours and binds
 * it to `$scope`: a forgotten scope would show one user's memory to another, and a forgotten label touch somebody else's data.
 */
export function scoped(text: string): ScopedStatement {
  const unscoped = /:(?:AgentMem|AGENT_MEM)\w+(?!\w|\(| \{scope: \$scope[,}])/.exec(withoutHints(withoutBoundEdges(text)));
  if (unscoped) throw new Error(`${unscoped[0]} is not bound to {scope: $scope} in: ${text}`);
  checkLabels(text);
  return { text, isScoped: true };
}

/** A statement that answers each of `$reads` in its own scope. Throws as `scoped` does, where a pattern is not bound to `read.scope`. */
export function scopedReads(text: string): ScopedReads {
  const unscoped = /:(?:AgentMem|AGENT_MEM)\w+(?!\w| \{scope: read\.scope[,}])/.exec(text);
  if (unscoped) throw new Error(`${unscoped[0]} is not bound to {scope: read.scope} in: ${text}`);
  if (!text.trimStart().startsWith('UNWIND $reads AS read\n')) throw new Error(`No list of reads is gone through in: ${text}`);
  checkLabels(text);
  return { text, isScoped: 'each read' };
}

/** A statement of maintenance: what it touches has labels of ours, in any scope. */
export function acrossScopes(text: string): MaintenanceStatement {
  checkLabels(text);
  return { text, isScoped: false };
}

/** A pattern that is searched for must name a label at each of its nodes: one without matches everything in the database. */
function checkLabels(text: string): void {
  for (const [clause] of text.matchAll(/\b(?:MATCH|MERGE) .*?(?= CREATE |\n|$)/g)) {
    const bare = /(?:(?:MATCH|MERGE) |[->])\(\w*(?!\w|:AgentMem)/.exec(clause);
    if (bare) throw new Error(`A node without a label of ours is searched for in: ${clause}`);
  }
}

/**
 * No edge joins two scopes, so a statement that only reads need not ask an edge for its own where both its ends are bound to it: that would
 * take a fifth of a traversal's time. A way's edges take no properties in its pattern; it is bound by each of its nodes.
 */
function withoutBoundEdges(text: string): string {
  if (/\b(?:CREATE|MERGE)\b/.test(text)) return text;
  const near = String.raw`\(\w*:AgentMemNode \{scope: \$scope[,}][^)]*\)<?-\[\w*`;
  const far = String.raw`\]->?\(\w*:AgentMemNode \{scope: \$scope[,}]`;
  const [, way] = /MATCH (\w+) = /.exec(text) ?? [];
  const isBound = way !== undefined && text.includes(`WHERE all(n IN nodes(${way}) WHERE n.scope = $scope AND `);
  const edge = isBound ? String.raw`:AGENT_MEM_EDGE(?:\*\.\.\d)?` : ':AGENT_MEM_EDGE';
  return text.replace(new RegExp(`(${near})${edge}(?=${far})`, 'g'), '$1');
}

function withoutHints(text: string): string {
  return text.replace(/USING INDEX [^)]*\)/g, '');
}
