import { commandOf, programsOf, type RunProgram } from './command-line.ts';

/** Programs that look, whatever they are given. */
const lookers = new Set(
  (
    'ls dir cat head tail less more grep egrep rg ag pwd whoami id which whereis type uname ps pgrep ss netstat lsof df du free top htop ' +
    'uptime date printenv echo printf stat file wc sort uniq cut diff cmp tree dig nslookup ping traceroute host journalctl dmesg man ' +
    'true test [ [[ jq yq awk strings nproc lscpu lsblk groups hostname history locate md5sum sha256sum pytest jest vitest tsc eslint ' +
    'ruff mypy flake8 shellcheck nm ldd objdump readelf'
  ).split(' '),
);

/** Words behind a program that make it look: its subcommands, and the second word of those. */
const lookingWords =
  /^(?:status|log|diff|show|blame|describe|ls|ls-files|ls-remote|list|get|info|view|images|logs|inspect|stats|top|explain|cat|search|outdated|audit|freeze|check|policy|tree|env|version|plan|validate|is-active|is-enabled|list-.*|describe-.*|get-.*|ps|help|why|test|vet|lint|typecheck|fmt-check|whoami|doctor|df|history|events|rev-parse|port)$/;

/** Programs whose first bare word is such a subcommand. */
const withSubcommands = new Set(
  (
    'git docker podman kubectl helm systemctl service npm pnpm yarn pip pipx poetry uv apt apt-get apt-cache dnf yum brew cargo go terraform tofu ' +
    'aws gcloud az gh docker-compose conda gem bundle composer mvn gradle make snap crontab rustup nvm dotnet flutter redis-cli ip heroku vagrant'
  ).split(' '),
);

/** Words that stand between a program and its subcommand. */
const groups = new Set(['compose', 'system', 'run', 'container', 'image', 'volume', 'network', 'stash', 's3', 'ec2', 'config']);

/** Whether a command line only looks: it changes nothing, or nothing but what it shows. */
function commandLooks(command: string): boolean {
  const programs = programsOf(command);
  const writes = /(?<!>)>{1,2}(?!>|\s*(?:&|\/dev\/null))\s*\S/.test(command.replace(/"[^"]*"|'[^']*'/g, '""'));
  return !writes && programs.every(programLooks);
}

/** Whether words ask a program about itself, or what it would do. */
export function asksOnly(words: readonly string[]): boolean {
  return words.some((word) => /^(?:--version|--help|-V|--dry-run|--check|--what-if)$/.test(word));
}

function programLooks({ program, words }: RunProgram): boolean {
  if (asksOnly(words) || lookers.has(program)) return true;
  switch (program) {
    case 'find':
      return !words.some((word) => /^-(?:delete|exec|ok)/.test(word));
    case 'sed':
      return !words.some((word) => /^-\w*i|^--in-place/.test(word));
    case 'gofmt':
      return !words.includes('-w');
    case 'curl':
    case 'wget':
    case 'http':
      return (
        program !== 'wget' && !words.some((word) => /^(?:-X|--request|-d|--data.*|-o|-O|-F|-T|POST|PUT|DELETE|PATCH)$/.test(word))
      );
    case 'psql':
    case 'mysql':
    case 'sqlite':
      return words.some((word) => word.includes(' ')) && words.filter((word) => word.includes(' ')).every(sqlLooks);
  }
  if (!withSubcommands.has(program)) return words.length > 0 && words.every((word) => /^-v+$/.test(word));
  const bare = words.filter((word) => !word.startsWith('-'));
  const sub = groups.has(bare[0] ?? '') ? bare[1] : bare[0];
  if (program === 'ip' || bare.length === 0) return !bare.some((word) => /^(?:add|del|set|flush)$/.test(word)) && bare.length > 0;
  return lookingWords.test(sub ?? '') || (program === 'git' && (sub === 'branch' || sub === 'remote') && bare.length === 1);
}

/** Whether a statement of SQL only reads. */
function sqlLooks(statement: string): boolean {
  return (
    /^\s*(?:select|explain|show|describe|desc|with|pragma|\\d)\b/i.test(statement) &&
    !/\b(?:insert\s+into|update\s+\w+\s+set|delete\s+from|pg_terminate_backend|pg_cancel_backend|setval|set_config)\b/i.test(
      statement,
    )
  );
}

const lookingVerb =
  /^(?:read|list|get|search|find|show|status|view|check|inspect|describe|query|lookup|look|count|fetch|browse|explain|diff|log|logs|stat|stats|help|info|whoami|preview|peek|history|ping|test|tests|validate|verify|lint|scan|grep|glob|ls|cat|open|think|thought|plan|note|todo|say|print_env|compare|examine|analyze|analyse|review|version|tail|head|trace|monitor|screenshot|recall|retrieve|ask)$/;
const changingVerb =
  /^(?:write|create|delete|remove|update|set|add|edit|insert|install|uninstall|start|stop|restart|kill|move|rename|copy|make|upload|download|send|post|put|patch|apply|run|execute|convert|login|logout|grant|revoke|enable|disable|reset|clear|prune|free|clean|mount|unlock|lock|renew|refresh|rotate|fix|repair|replace|save|import|connect|pull|push|merge|rebuild|build|request|book|order|allow|approve|charge|increase|extend|register|sync|wait)$/;

/** The words of a tool's name. */
function wordsOfName(action: string): readonly string[] {
  return action
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** Whether a step of a tool only looked: at a file, a list, a state. What cannot be seen to look counts as a change. */
export function onlyLooks(action: string, args: Readonly<Record<string, unknown>>): boolean {
  const command = commandOf(args, action);
  if (command !== null) return commandLooks(command);
  const sql = [args.sql, args.query, args.statement].find((text) => typeof text === 'string' && /^\s*[a-z]+\s+\S/i.test(text));
  const words = wordsOfName(action);
  if (typeof sql === 'string' && words.some((word) => /^(?:sql|db|database|psql|mysql|sqlite|postgres)$/.test(word)))
    return sqlLooks(sql);
  if (typeof args.method === 'string') return /^(?:get|head|options)$/i.test(args.method);
  if (words.some((word) => /^(?:http|curl|request)$/.test(word)) && !('body' in args || 'data' in args)) return true;
  const verb = words.find((word) => lookingVerb.test(word) || changingVerb.test(word));
  return verb !== undefined && lookingVerb.test(verb);
}
