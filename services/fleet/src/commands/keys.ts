import { readFile, writeFile } from 'node:fs/promises';
import { type KeyLimits, limitMembers, limitNames, type OwnLimits } from '@agent-mem/access/limits';
import { dayMs, dayOf, nearestName, type Permission, permissions } from '@agent-mem/contract';
import { fileFailure } from '@agent-mem/runtime/file-failure';
import { ownersFileMode } from '@agent-mem/runtime/owners-mode';
import type { Command } from 'commander';
import type { IssuedView, Keys, KeyView } from '../access/key-view.ts';
import { longestDays } from '../access/longest-days.ts';
import { printable } from '../command-line/printable.ts';
import { tableOfRows } from '../command-line/table.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { UsedWrongly } from '../refusal.ts';
import { requiredFlag } from './flag-values.ts';

const minuteMs = 60_000;

/** What a key or a token is for, as its flags say. */
interface GrantFlags {
  readonly name?: string;
  readonly permissions: string;
  readonly workspaces: string;
  readonly users: string;
  readonly collections: string;
}

/** How much it may ask. */
type LimitFlags = { readonly [Member in keyof KeyLimits]?: string };

interface CreateFlags extends GrantFlags, LimitFlags {
  readonly expiresDays?: string;
  readonly keyFile?: string;
  readonly first?: true;
}

/** Adds `keys create | list | rotate | revoke`; `run` opens what they work on and keeps their exit code. */
export function addKeys(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  const withKeys = (command: Command, work: (keys: Keys) => Promise<void>) =>
    run(command, async (environment) => {
      const { openKeys } = await import('../access/open-keys.ts');
      await using keys = await openKeys(environment);
      await work(keys);
      return 0;
    });
  const group = program
    .command('keys')
    .description('keys of callers: what each allows, and for which users')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nAttaches to the fleet that owns the data, or opens the Graph itself. It takes the flags of agent-mem --help --all.',
    );
  group
    .command('create')
    .description('makes a key and prints it once')
    .option('--name <name>', 'name in lists and in the audit log')
    .option('--permissions <list>', `of ${permissions.join(', ')}, with commas`, 'read,write,feedback')
    .option('--workspaces <list>', 'workspaces it is for, with commas; * for all', 'default')
    .option(
      '--users <list>',
      'users it is for, with commas; * for all: its holder names one in each request, or in X-User',
      'default',
    )
    .option('--collections <list>', 'collections it is for, with commas; * for all', '*')
    .option('--expires-days <n>', 'days until it expires; default: never')
    .option('--requests-per-minute <n>', 'most requests in a minute; 0: any number; default: KEY_REQUESTS_PER_MINUTE')
    .option('--requests-per-day <n>', 'most requests in a day; default: KEY_REQUESTS_PER_DAY')
    .option('--request-bytes <n>', 'largest request in bytes; default: KEY_REQUEST_BYTES')
    .option('--batch <n>', 'most elements in the list of a request; default: KEY_BATCH')
    .option('--streams <n>', 'most open streams of answers; default: KEY_STREAMS')
    .option('--first', 'a key that allows everything, for all users; makes none if there is a key')
    .option('--key-file <file>', 'takes the key in this file; if there is no file, writes the new key there and prints nothing')
    .action(async (flags: CreateFlags, command: Command) => {
      if (flags.first) refuseBounds(command);
      const wish = flags.first ? firstKey(flags) : wishOf(flags);
      await withKeys(command, async (keys) => {
        const { first, keyFile } = flags;
        if (first && (await keys.list()).some(({ revoked_at }) => revoked_at === null))
          return terminal.complain('There is a key already: nothing is made');
        if (keyFile === undefined) return report(await keys.create(wish), terminal);
        // The key is in its file before it is made: one that cannot be written is not made, and a repeat makes the same one.
        await keys.create({ ...wish, text: (await keyIn(keyFile)) ?? (await newKeyIn(keyFile)) });
      });
    });
  group
    .command('token')
    .description('prints a token for messages on the bus, signed by the key in SCOPE_TOKEN_KEY_FILE: their property scope_token')
    .option('--name <name>', 'name in the audit log')
    .option('--permissions <list>', `of ${permissions.join(', ')}, with commas`, 'read,write,feedback')
    .option('--workspaces <list>', 'workspaces it is for, with commas; * for all', 'default')
    .option('--users <list>', 'users it is for, with commas; * for all', 'default')
    .option('--collections <list>', 'collections it is for, with commas; * for all', '*')
    .option('--minutes <n>', 'minutes until it expires; a command that waits longer is refused', '60')
    .action(async (flags: CreateFlags & { readonly minutes: string }, command: Command) => {
      const lastsMs = wholeNumber(flags.minutes, '--minutes') * minuteMs;
      const { expiresAt: _, limits: __, ...claims } = wishOf(flags);
      await run(command, async (environment) => {
        const { signToken } = await import('../access/sign-token.ts');
        terminal.print(await signToken(environment, { ...claims, lastsMs }));
        return 0;
      });
    });
  group
    .command('list')
    .description('a table of them, the oldest first')
    .option('--json', 'a JSON object a line')
    .action(async ({ json }: { json?: true }, command: Command) => {
      await withKeys(command, async (keys) => list(await keys.list(), terminal, json === true));
    });
  group
    .command('rotate <id>')
    .description('gives a key a new text and prints it once')
    .option('--grace-minutes <n>', 'minutes for which the old text still works', '60')
    .action(async (id: string, { graceMinutes }: { graceMinutes: string }, command: Command) => {
      const graceMs = wholeNumber(graceMinutes, '--grace-minutes') * minuteMs;
      await withKeys(command, async (keys) => report(await keys.rotate(id, graceMs), terminal));
    });
  group
    .command('revoke <id>')
    .description('revokes a key; within 5 seconds its callers are refused')
    .action(async (id: string, _flags: unknown, command: Command) => {
      await withKeys(command, async (keys) => {
        const { name } = await keys.revoke(id);
        terminal.print(`Revoked ${id} (${name})`);
      });
    });
}

/** Throws `UsedWrongly` for a flag that would bound a key which allows everything. */
function refuseBounds(command: Command): void {
  const bounds = ['permissions', 'workspaces', 'users', 'collections', 'expiresDays', ...limitMembers];
  const given = command.options.find(
    (option) => bounds.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (given) throw new UsedWrongly(`--first makes a key that allows everything: leave ${given.long} out, or --first`);
}

/** Who has it makes the others. */
function firstKey({ name = 'first' }: CreateFlags) {
  return { name, permissions, workspaces: null, users: null, collections: null, expiresAt: null };
}

function limitsOf(flags: LimitFlags): OwnLimits {
  const given = limitMembers.flatMap((member) => {
    const text = flags[member];
    const flag = `--${limitNames[member].replaceAll('_', '-')}`;
    return text === undefined ? [] : [[member, wholeNumber(text, flag)] as const];
  });
  return Object.fromEntries(given);
}

function wishOf(flags: CreateFlags) {
  return {
    name: requiredFlag(flags.name, '--name'),
    permissions: listOf(flags.permissions).map(permission),
    workspaces: namesOf(flags.workspaces),
    users: namesOf(flags.users),
    collections: namesOf(flags.collections),
    limits: limitsOf(flags),
    expiresAt: flags.expiresDays === undefined ? null : afterDays(flags.expiresDays, '--expires-days'),
  };
}

function permission(given: string): Permission {
  const known = permissions.find((each) => each === given);
  if (known) return known;
  const nearest = nearestName(given, permissions);
  const meant = nearest === null ? '' : `; did you mean ${nearest}?`;
  throw new UsedWrongly(`--permissions has ${given}, which is none of ${permissions.join(', ')}${meant}`);
}

/** The key that stands in a file; `null`: there is no such file. */
async function keyIn(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new UsedWrongly(`--key-file ${file} cannot be read: ${fileFailure(error) ?? (error as Error).message}`);
  }
}

/** A key that is to be made, written into a new file. */
async function newKeyIn(file: string): Promise<string> {
  const { newKeyText } = await import('@agent-mem/access');
  const { text } = newKeyText();
  try {
    await writeFile(file, `${text}\n`, { mode: ownersFileMode, flag: 'wx' });
  } catch (error) {
    throw new UsedWrongly(`--key-file ${file} cannot be written: ${fileFailure(error) ?? (error as Error).message}`);
  }
  return text;
}

/** What it is goes to standard error, so that a script takes the key alone. */
function report({ key, text }: IssuedView, terminal: Terminal): void {
  const whose = (['workspaces', 'users', 'collections'] as const).map((list) => `${list} ${namesText(key[list])}`);
  const limits = Object.entries(key.limits).map(([name, most]) => `, ${name} ${most}`);
  terminal.complain(
    `Key ${key.id} (${key.name}): ${key.permissions.join(', ')}; ${whose.join(', ')}${limits.join('')}. It is shown this once:`,
  );
  terminal.print(text);
}

function list(keys: readonly KeyView[], terminal: Terminal, json: boolean): void {
  if (json) for (const key of keys) terminal.print(JSON.stringify(key));
  else if (keys.length === 0) terminal.print('No keys');
  else {
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.permissions.join(','),
      ...(['workspaces', 'users', 'collections'] as const).map((each) => namesText(key[each])),
      dayOf(key.created_at),
      stateOf(key),
    ]);
    const heads = ['ID', 'NAME', 'PERMISSIONS', 'WORKSPACES', 'USERS', 'COLLECTIONS', 'CREATED', 'STATE'];
    for (const line of tableOfRows([heads, ...rows.map((row) => row.map(printable))])) terminal.print(line);
  }
}

function stateOf({ expires_at, revoked_at }: KeyView): string {
  if (revoked_at !== null) return `revoked ${dayOf(revoked_at)}`;
  if (expires_at === null) return 'valid';
  return Date.parse(expires_at) <= Date.now() ? `expired ${dayOf(expires_at)}` : `valid until ${dayOf(expires_at)}`;
}

function namesText(names: readonly string[] | null): string {
  return names === null ? '*' : names.join(',');
}

function namesOf(list: string): readonly string[] | null {
  return list.trim() === '*' ? null : listOf(list);
}

function listOf(list: string): readonly string[] {
  return list.split(',').flatMap((each) => each.trim() || []);
}

/** The time so many days from now. */
function afterDays(text: string, flag: string): string {
  const days = wholeNumber(text, flag);
  if (days > longestDays) throw new UsedWrongly(`${flag} must be at most ${longestDays}, got "${text}"`);
  return new Date(Date.now() + days * dayMs).toISOString();
}

function wholeNumber(text: string, flag: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new UsedWrongly(`${flag} must be a whole number, got "${text}"`);
}
