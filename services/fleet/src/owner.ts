import type { DirectoryInUse, DirectoryOwner } from '@agent-mem/sqlite/file';
import { StartFailed } from './refusal.ts';
import { refusalOfAnswer } from './refusal-of-response.ts';

/** A process of the fleet that is asked over HTTP. */
export interface Owner {
  /** `http://127.0.0.1:8700` */
  readonly url: string;
  /** What it knows those by who may read its data directory; `null`: it asks nobody who they are, or is of an earlier version. */
  readonly key: string | null;
}

/** Where the owner of a data directory answers; `null`: nobody owns it, or it has no address yet. */
export function ownerOf(owner: DirectoryOwner | null): Owner | null {
  return owner?.address ? { url: owner.address, key: owner.key } : null;
}

/** The same of one that must be there. Throws `StartFailed` with this sentence. */
export function requiredOwner(found: DirectoryOwner | null, refusal: string): Owner {
  const owner = ownerOf(found);
  if (!owner) throw new StartFailed(refusal);
  return owner;
}

/** The same of a directory that is taken. Throws `StartFailed` where its owner has no address yet. */
export function ownerOfTaken({ owner, message }: DirectoryInUse): Owner {
  return requiredOwner(owner, `${message}, which tells no address to attach to; try again in a moment`);
}

/** What an owner is asked by: nothing of it is to be closed here. */
export function withNothingToClose<Client extends object>(client: Client): Client & AsyncDisposable {
  return { ...client, async [Symbol.asyncDispose]() {} };
}

/** The headers that show it who asks. */
export function credentialHeaders({ key }: Owner): Readonly<Record<string, string>> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** Asks a route of JSON: by GET, or by POST where there is a body. Throws the fleet's own refusal, or `StartFailed` if it does not answer. */
export async function askAdmin(owner: Owner, path: string, body?: object): Promise<unknown> {
  const headers = credentialHeaders(owner);
  const request = body
    ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { headers };
  const response = await fetch(`${owner.url}${path}`, request).catch((cause: unknown) => {
    throw new StartFailed(`${owner.url} does not answer`, { cause });
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw refusalOfAnswer(answer, response.status, owner.url);
}
