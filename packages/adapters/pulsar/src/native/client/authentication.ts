import type { Token } from '../../access/token.ts';
import type { Log } from '../../log.ts';
import type { PulsarClientModule } from './client.ts';

/** What the client shows the broker; `undefined` without a token. */
export function authentication(
  { AuthenticationToken }: PulsarClientModule,
  token: Token | undefined,
  log: Log,
): object | undefined {
  if (token === undefined || token === '') return undefined;
  return new AuthenticationToken({ token: typeof token === 'string' ? async () => token : lastGood(token, log) });
}

/** A supplier that rejects would end the process: the last token that was good stands in. */
function lastGood(supply: () => Promise<string>, log: Log): () => Promise<string> {
  let last = '';
  return async () => {
    try {
      last = await supply();
    } catch (error) {
      log.warn({ err: error }, 'There is no new token for Pulsar; the last one is sent again');
    }
    return last;
  };
}
