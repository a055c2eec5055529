import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import type { Stage, Step } from './dockerfile.ts';

const run = promisify(execFile);

/** What a Dockerfile's steps made, in a folder that stands for the root of the image. */
export interface ReplayedImage {
  readonly root: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
}

export interface ReplayOptions {
  readonly stages: readonly Stage[];
  /** The repository. */
  readonly sources: string;
  /** The files of it that a build sees. */
  readonly context: readonly string[];
  /** An empty folder to work in. */
  readonly folder: string;
}

/**
 * Carries out the steps of a Dockerfile without an engine. Each stage is a folder; the base image is one with this Node in it, RUN works by this machine's
 * shell and npm there. Packages come from the store of pnpm that this checkout was installed from.
 */
export async function replay({ stages, sources, context, folder }: ReplayOptions): Promise<ReplayedImage> {
  const images = new Map<string, ReplayedImage>();
  const install = await installEnvironment(sources);
  let last: ReplayedImage | null = null;
  for (const [index, stage] of stages.entries()) {
    const root = join(folder, String(index));
    const base = images.get(stage.from);
    let image: ReplayedImage = base ? { ...base, root } : { ...bare, root };
    await (base ? copy(base.root, root) : makeBase(root));
    for (const step of stage.steps) {
      if (step.instruction === 'RUN') await carryOut(step.text, image, install);
      else if (step.instruction === 'COPY') await copyStep(step, image, { images, sources, context });
      else image = await configured(step, image);
    }
    if (stage.name) images.set(stage.name, image);
    last = image;
  }
  if (!last) throw new Error('The Dockerfile has no stage');
  return last;
}

/** A path of the image as one of this machine. */
export function inImage({ root, workdir }: ReplayedImage, path: string): string {
  return join(root, isAbsolute(path) ? path : join(workdir, path));
}

const bare = { workdir: '/', environment: {}, user: 'root', entrypoint: [], healthCheck: [] };

async function makeBase(root: string): Promise<void> {
  await mkdir(join(root, 'usr/local/bin'), { recursive: true });
  await copyFile(process.execPath, join(root, 'usr/local/bin/node'));
  await chmod(join(root, 'usr/local/bin/node'), 0o755);
}

async function configured({ instruction, text }: Step, image: ReplayedImage): Promise<ReplayedImage> {
  switch (instruction) {
    case 'WORKDIR': {
      await mkdir(join(image.root, text), { recursive: true });
      return { ...image, workdir: text };
    }
    case 'ARG':
    case 'ENV': {
      const pairs = [...text.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value]);
      return { ...image, environment: { ...image.environment, ...Object.fromEntries(pairs) } };
    }
    case 'USER':
      return { ...image, user: text };
    case 'ENTRYPOINT':
      return { ...image, entrypoint: JSON.parse(text) };
    case 'HEALTHCHECK':
      return { ...image, healthCheck: JSON.parse(text.replace(/^CMD /, '')) };
    case 'LABEL':
    case 'EXPOSE':
      return image;
    default:
      throw new Error(`The replay does not know ${instruction}`);
  }
}

async function carryOut(command: string, image: ReplayedImage, install: NodeJS.ProcessEnv): Promise<void> {
  // It would reach out of the folder, into this machine.
  if (/(^|[\s"'=])\//.test(command)) throw new Error(`RUN names an absolute path: ${command}`);
  const bin = join(image.root, 'usr/local/bin');
  await run('sh', ['-c', command], {
    cwd: join(image.root, image.workdir),
    env: { ...install, ...image.environment, npm_config_prefix: dirname(bin), PATH: `${bin}:${install.PATH}` },
  });
}

async function copyStep(
  { flags, text }: Step,
  image: ReplayedImage,
  from: { images: ReadonlyMap<string, ReplayedImage>; sources: string; context: readonly string[] },
): Promise<void> {
  const words = text.split(/\s+/);
  const target = words.pop() ?? '';
  const to = inImage(image, target);
  const stage = flags.from === undefined ? null : from.images.get(flags.from);
  if (stage === undefined) throw new Error(`No stage ${flags.from} before COPY ${text}`);
  for (const word of words) {
    if (stage) await copy(join(stage.root, word), to);
    else await copyContext(word, to, from);
  }
  if (flags.chown !== undefined && process.getuid?.() === 0) await run('chown', ['-R', flags.chown, to]);
}

/** A folder's contents, or a file into a folder. */
async function copyContext(
  word: string,
  to: string,
  { sources, context }: { sources: string; context: readonly string[] },
): Promise<void> {
  const isFile = (await stat(join(sources, word))).isFile();
  const wanted = word === '.' ? context : context.filter((path) => path === word || path.startsWith(`${word}/`));
  if (wanted.length === 0) throw new Error(`The build does not see ${word}: .dockerignore leaves it out`);
  for (const path of wanted) {
    const destination = join(to, isFile ? (path.split('/').at(-1) ?? '') : word === '.' ? path : path.slice(word.length));
    await mkdir(dirname(destination), { recursive: true });
    await copyFile(join(sources, path), destination);
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await run('cp', ['-a', '--reflink=auto', `${from}/.`, to]);
}

/** This process' environment without what npm tells the scripts of this repository, and with the store that holds its packages. */
async function installEnvironment(sources: string): Promise<NodeJS.ProcessEnv> {
  const ownAffairs =
    /^(npm_(package|lifecycle|command|execpath|config_(local|global)_prefix)|NODE_(ENV|OPTIONS|PATH)|VITEST|INIT_CWD)/;
  const inherited = Object.entries(process.env).filter(([name]) => !ownAffairs.test(name));
  const { storeDir } = parse(await readFile(join(sources, 'node_modules/.modules.yaml'), 'utf8'));
  return { ...Object.fromEntries(inherited), npm_config_store_dir: dirname(storeDir), npm_config_prefer_offline: 'true' };
}
