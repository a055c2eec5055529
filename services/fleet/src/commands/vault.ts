import { relative } from 'node:path';
import { counting } from '@agent-mem/contract';
import type { EntryNode, FileProblem } from '@agent-mem/vault';
import type { Command } from 'commander';
import { printable } from '../command-line/printable.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { withProgress } from '../progress/with-progress.ts';
import type { VaultScope } from '../vault/vault-scopes.ts';
import { wholeNumber } from './flag-values.ts';

type Run = (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>;

const notHeld =
  'The vault does not hold episodes, weights, details, calls of tools, invocations, summaries of compactions and earlier versions of facts: they are not made anew.';

/** Adds `vault check | rebuild | log | revert`; `run` keeps their exit code. */
export function addVault(program: Command, terminal: Terminal, run: Run): void {
  const group = program
    .command('vault')
    .description('memory as the Markdown files of VAULT_DIR')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nAttaches to the fleet that owns the data, or opens the stores itself. It takes the flags of agent-mem --help --all.',
    );
  group
    .command('check')
    .description('compares each file with memory, and names unreadable lines; exit code 1 if anything is wrong')
    .option('--json', 'a JSON object a line')
    .action((flags: { readonly json?: true }, command: Command) =>
      run(command, (environment) => check(environment, flags.json === true, terminal)),
    );
  group
    .command('rebuild')
    .description('makes facts, turns and summaries anew from the files, with their ids; what memory has newer stays')
    .action((_flags: object, command: Command) => run(command, (environment) => rebuild(environment, terminal)));
  group
    .command('log')
    .description('the newest commits of the vault, where ENABLE_GIT_VERSIONING made some')
    .option('--limit <number>', 'at most so many', '20')
    .action((flags: { readonly limit: string }, command: Command) =>
      run(command, (environment) =>
        log(environment, wholeNumber('vault log: --limit', flags.limit, { min: 1, max: 10_000 }), terminal),
      ),
    );
  group
    .command('revert <commit>')
    .description('restores each fact that a commit changed to its state before; messages stay')
    .action((commit: string, _flags: object, command: Command) =>
      run(command, (environment) => revert(environment, commit, terminal)),
    );
}

async function log(environment: Terminal['environment'], limit: number, terminal: Terminal): Promise<0 | 1> {
  const { vaultLog } = await import('../vault/history.ts');
  for (const { hash, date, subject } of await vaultLog(environment, limit))
    terminal.print(`${hash}  ${date}  ${printable(subject)}`);
  return 0;
}

async function revert(environment: Terminal['environment'], commit: string, terminal: Terminal): Promise<0 | 1> {
  const [{ changesOfCommit }, { revertFacts }, { openMemoryClient }] = await Promise.all([
    import('../vault/history.ts'),
    import('../vault/revert.ts'),
    import('../memory-client/open.ts'),
  ]);
  const scopes = await changesOfCommit(environment, commit);
  await using client = await openMemoryClient(environment);
  const counts = { done: 0, left: 0 };
  for (const { scope, changes } of scopes) {
    for await (const { id, done, reason } of revertFacts(changes, scope, client)) {
      counts[done === 'left' ? 'left' : 'done'] += 1;
      if (done === 'left') terminal.complain(`${id} is left: ${reason}`);
      else terminal.print(`${id} ${done === 'as it was' ? 'is as it was' : `is ${done}`}`);
    }
  }
  if (counts.done + counts.left === 0) terminal.print('The commit changed no fact: what was said in a conversation stays said');
  return counts.left === 0 ? 0 : 1;
}

async function check(environment: Terminal['environment'], isJson: boolean, terminal: Terminal): Promise<0 | 1> {
  const [{ vaultScopes }, { checkFiles }, { nodesWithFiles }, { openMaintenance }] = await Promise.all([
    import('../vault/vault-scopes.ts'),
    import('@agent-mem/vault'),
    import('../vault/nodes-with-files.ts'),
    import('../maintenance/open.ts'),
  ]);
  const scopes = await vaultScopes(environment);
  await using maintenance = await openMaintenance(environment);
  let count = 0;
  for (const { scope, files } of scopes) {
    for await (const problem of checkFiles(files, nodesWithFiles(maintenance.export({ scope })))) {
      count += 1;
      terminal.print(isJson ? JSON.stringify({ ...problem, folder: files.root }) : lineOf(problem, files.root));
    }
  }
  if (!isJson)
    terminal.print(count === 0 ? 'The files say what memory says' : `${count} × the files do not say what memory says`);
  return count === 0 ? 0 : 1;
}

function lineOf({ problem, path, line, text }: FileProblem, root: string): string {
  const at = path === null ? '' : `${relative('.', root)}/${path}${line === null ? '' : `:${line}`}  `;
  return printable(`${problem}  ${at}${text}`);
}

async function rebuild(environment: Terminal['environment'], terminal: Terminal): Promise<0 | 1> {
  const { vaultScopes } = await import('../vault/vault-scopes.ts');
  const scopes = await vaultScopes(environment);
  let unread = 0;
  for (const vault of scopes) unread += await rebuildScope(vault, environment, terminal);
  terminal.print(notHeld);
  return unread === 0 ? 0 : 1;
}

/** Answers how many files could not be read. */
async function rebuildScope(
  { scope, files }: VaultScope,
  environment: Terminal['environment'],
  terminal: Terminal,
): Promise<number> {
  const [{ readEntries }, { archiveOfNodes, nodesOfFiles }, { nodesWithFiles }, { openMaintenance }, { isDataGone }] =
    await Promise.all([
      import('@agent-mem/vault'),
      import('../vault/archive-of-files.ts'),
      import('../vault/nodes-with-files.ts'),
      import('../maintenance/open.ts'),
      import('../vault/is-data-gone.ts'),
    ]);
  const entries = [];
  let unread = 0;
  for await (const read of readEntries(files)) {
    if ('entry' in read) entries.push(read.entry);
    else {
      unread += 1;
      terminal.complain(`left out ${files.pathOf(read.path)}${read.line === null ? '' : `:${read.line}`}: ${read.reason}`);
    }
  }
  await using maintenance = await openMaintenance(environment, { mayMake: true, newData: isDataGone(environment) });
  const held = new Map<string, EntryNode>();
  for await (const node of nodesWithFiles(maintenance.export({ scope }))) held.set(node.id, node);
  const nodes = nodesOfFiles(entries, held);
  const lines = archiveOfNodes(scope, nodes, new Date().toISOString());
  await withProgress(terminal, { goOn: 'run vault rebuild again: it has one effect' }, async (report) => {
    for await (const _ of maintenance.import({ scope }, lines, report));
  });
  const counts = Map.groupBy(nodes, ({ kind }) => kind);
  const of = (kind: 'Fact' | 'Message' | 'ConversationSummary') => counts.get(kind)?.length ?? 0;
  terminal.print(
    `${scope.workspace}/${scope.user}/${scope.collection}: ${counting(of('Fact'), 'fact')}, ${counting(of('Message'), 'turn')} and ${counting(of('ConversationSummary'), 'summary', 'summaries')} made anew`,
  );
  return unread;
}
