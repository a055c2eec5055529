import { expect, it } from 'vitest';
import { wishOf } from './wire.ts';

const scope = { workspace: 'default', user: 'anne', collection: 'default' };

it('is what was asked for', () => {
  const wish = { scope, allCollections: true, conversationId: 'c1', id: 'fact_1', fromScratch: false };
  expect(wishOf(JSON.stringify(wish))).toEqual(wish);
});

it.each([
  [{ scope, conversation_id: 'c1' }, 'wish.conversation_id: is not known; did you mean conversationId?'],
  [{ scope: { ...scope, user_id: 'bert' } }, 'wish.scope.user_id: is not known; did you mean user?'],
])('is refused where it could be misread: %j', (wish, message) => {
  expect(() => wishOf(JSON.stringify(wish))).toThrow(message);
});
