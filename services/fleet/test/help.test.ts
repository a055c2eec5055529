import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('list-modules.ts', import.meta.url));

it.each(['--help', '--help --all', 'purge --help', '--no-such-flag'])(
  '"%s" loads no service, no server and no client of one',
  async (words) => {
    const ran = promisify(execFile)(process.execPath, [script, ...words.split(' ')]);
    const { stderr } = await ran.catch((error: { stderr: string }) => error);
    const modules = stderr.split('\n').filter((line) => line.startsWith('file:'));
    expect(modules).toContainEqual(expect.stringContaining('/commander/'));
    const heavy =
      /\/services\/(?!fleet\/)|\/packages\/(service-kit|llm|retrieval)\/|node_modules\/(fastify|@grpc|pino|prom-client|openai|yaml|@clack|@bomb\.sh)\//;
    expect(modules.filter((url) => heavy.test(url))).toEqual([]);
  },
);
