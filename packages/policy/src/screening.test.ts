import { freeTextsOf, operationsOf, parseRequest, reportsFindings, type ServiceName, services } from '@agent-mem/contract';
import { eventOf } from '@agent-mem/testing/kit';
import { describe, expect, it } from 'vitest';
import { SensitiveDataRefused, screenDocument, screenElement, screenEvent, screenRequest } from './screening.ts';
import { allowing } from './settings/sensitive-policy.ts';

const redacting = { sensitiveData: 'redact', personalData: 'allow' } as const;
const refusing = { sensitiveData: 'refuse', personalData: 'allow' } as const;

const card = '4111 1111 1111 1111';

it('one of several elements loses the vector that was made of what is taken out of it, and is refused by its own index', () => {
  const said = { content: `Ann pays with ${card}`, embedding: [1, 2], embedder: 'e' };
  const [harmless, element] = parseRequest('facts', 'store_many', { facts: [{ ...said, content: 'Tea' }, said] }).facts;
  if (!harmless || !element) throw new Error('There are two elements');
  expect(screenElement('facts', 'store_many', element, 1, redacting).thing).toMatchObject({
    content: 'Ann pays with [redacted: payment-card]',
    embedding: [],
    embedder: null,
  });
  expect(screenElement('facts', 'store_many', harmless, 0, redacting).thing).toBe(harmless);
  expect(() => screenElement('facts', 'store_many', element, 1, refusing)).toThrow(/^store_many\.facts\[1\]\.content: /);
});

describe('a request', () => {
  const request = parseRequest('facts', 'store', {
    content: `Ann pays with ${card}`,
    metadata: { password: 'hunter2', note: 'none' },
    evidence: { quote: `my card is ${card}, again ${card}` },
    embedding: [1, 2],
    embedder: 'e',
  });

  it('has what should not be kept taken out of each of its texts, and the vector that was made of it', () => {
    const { thing, found } = screenRequest('facts', 'store', request, redacting);
    expect(thing).toMatchObject({
      content: 'Ann pays with [redacted: payment-card]',
      metadata: { password: '[redacted: password]', note: 'none' },
      evidence: { quote: 'my card is [redacted: payment-card], again [redacted: payment-card]' },
      embedding: [],
      embedder: null,
    });
    expect(found).toEqual([
      { kind: 'payment-card', count: 3, action: 'redacted' },
      { kind: 'password', count: 1, action: 'redacted' },
    ]);
  });

  it('is left as it is where that is allowed, and told', () => {
    const { thing, found } = screenRequest('facts', 'store', request, allowing);
    expect(thing).toBe(request);
    expect(found).toContainEqual({ kind: 'payment-card', count: 3, action: 'allowed' });
  });

  it('is refused by the kind and the member, never the value', () => {
    const refused = () => screenRequest('facts', 'store', request, refusing);
    expect(refused).toThrow(SensitiveDataRefused);
    expect(refused).toThrow(/^store\.content: holds what looks like a payment-card; (?!.*4111)/);
  });

  it('with nothing in it is the same object', () => {
    const harmless = parseRequest('facts', 'store', { content: 'Ann likes tea', embedding: [1], embedder: 'e' });
    expect(screenRequest('facts', 'store', harmless, redacting)).toMatchObject({ thing: harmless, found: [] });
    expect(screenRequest('facts', 'store', harmless, redacting).thing).toBe(harmless);
  });

  it('has it taken out of any value of its metadata, under the name of the value', () => {
    const values = { password: 'hunter2', deep: [{ pan: 4111111111111111, note: 'none', n: 5 }], flag: true };
    const said = parseRequest('facts', 'store', { content: 'c', metadata_json: JSON.stringify(values) });
    const { thing, found } = screenRequest('facts', 'store', said, redacting);
    const kept = {
      password: '[redacted: password]',
      deep: [{ pan: '[redacted: payment-card]', note: 'none', n: 5 }],
      flag: true,
    };
    expect(JSON.parse(thing.metadata_json ?? '')).toEqual(kept);
    expect(thing.metadata).toEqual({ password: kept.password, deep: JSON.stringify(kept.deep), flag: 'true' });
    expect(found).toEqual([
      { kind: 'password', count: 1, action: 'redacted' },
      { kind: 'payment-card', count: 1, action: 'redacted' },
    ]);
    expect(() => screenRequest('facts', 'store', said, refusing)).toThrow(/^store\.metadata\.password: /);
    const plain = parseRequest('facts', 'store', { content: 'c', metadata_json: '{"n":5}' });
    expect(screenRequest('facts', 'store', plain, redacting).thing).toBe(plain);
  });

  const token = `glpat-${'a1B2c3D4'.repeat(4)}`;

  it('has it taken out of the keys of its metadata, and loses no value', () => {
    const metadata = { [token]: 'one', [`x ${token}`]: 'two', note: 'none' };
    const { thing, found } = screenRequest(
      'facts',
      'store',
      parseRequest('facts', 'store', { content: 'c', metadata }),
      redacting,
    );
    expect(thing.metadata).toEqual({ '[redacted: api-key]': 'one', 'x [redacted: api-key]': 'two', note: 'none' });
    expect(found).toEqual([{ kind: 'api-key', count: 2, action: 'redacted' }]);
    const other = `glpat-${'e5F6g7H8'.repeat(4)}`;
    const metadata_json = JSON.stringify({ deep: [{ [token]: 1, [other]: 2 }] });
    const json = screenRequest(
      'facts',
      'store',
      parseRequest('facts', 'store', { content: 'c', metadata_json }),
      redacting,
    ).thing;
    expect(JSON.parse(json.metadata_json ?? '')).toEqual({ deep: [{ '[redacted: api-key]': 1, '[redacted: api-key] 2': 2 }] });
    const refused = () => screenRequest('facts', 'store', parseRequest('facts', 'store', { content: 'c', metadata }), refusing);
    expect(refused).toThrow(/^store\.metadata: holds what looks like an api-key; (?!.*glpat)/);
  });

  it('has it taken out of the names that its sender makes up for people: source and speaker', () => {
    const fact = parseRequest('facts', 'store', { content: 'c', source: `mail with ${token}` });
    expect(screenRequest('facts', 'store', fact, redacting).thing.source).toBe('mail with [redacted: api-key]');
    const said = parseRequest('conversations', 'append_message', {
      conversation_id: 'c1',
      role: 'user',
      content: 'c',
      speaker: token,
    });
    expect(screenRequest('conversations', 'append_message', said, redacting).thing.speaker).toBe('[redacted: api-key]');
  });

  it('keeps its JSON to be JSON', () => {
    const call = { tool_name: 'pay', arguments: '{"pan":4111111111111111,"password":"hunter2","n":[1]}' };
    const said = parseRequest('conversations', 'append_message', {
      conversation_id: 'c',
      role: 'assistant',
      content: 'Paid',
      tool_calls: [call],
    });
    const { thing } = screenRequest('conversations', 'append_message', said, redacting);
    expect(JSON.parse(thing.tool_calls[0]?.arguments ?? '')).toEqual({
      pan: '[redacted: payment-card]',
      password: '[redacted: password]',
      n: [1],
    });
  });
});

it('an event is redacted where it would be refused: it has happened', () => {
  const done = { invocation_completed: { question: `pay with ${card}`, answer: 'Paid', steps: [{ observation: card }] } };
  const { thing, found } = screenEvent(eventOf({ type: 'invocation-completed', data: done }), refusing);
  expect(JSON.stringify(thing)).not.toContain('4111 1111');
  expect(found).toEqual([{ kind: 'payment-card', count: 2, action: 'redacted' }]);
});

it('a document is looked through to its leaves, those within texts that are JSON too', () => {
  const document = { request: { question: card }, steps: [JSON.stringify({ password: 'hunter2' })], runs: 1 };
  const screened = JSON.parse(screenDocument(document, redacting));
  expect(screened.request.question).toBe('[redacted: payment-card]');
  expect(JSON.parse(screened.steps[0])).toEqual({ password: '[redacted: password]' });
  expect(screened.runs).toBe(1);
  expect(screenDocument(document, allowing)).toBe(JSON.stringify(document));
});

/** Writes whose handler screens a whole that comes in parts. */
const inParts = ['conversations.import'];

/** Writes whose answer does not report it: their text is screened and not stored. */
const silent = ['working-memory.compress'];

const writes = (Object.keys(services) as ServiceName[]).flatMap((service) =>
  Object.entries(operationsOf(service)).flatMap(([operation, { whenOff }]) =>
    whenOff === 'refused' ? [{ service, operation }] : [],
  ),
);

it.each(writes)('$service $operation tells what was found if it takes texts', ({ service, operation }) => {
  const takesTexts = freeTextsOf(service, operation).length > 0 || inParts.includes(`${service}.${operation}`);
  expect(reportsFindings(service, operation) || silent.includes(`${service}.${operation}`)).toBe(takesTexts);
});

describe('personal data', () => {
  const texts = { mail: 'write to ann@example.com', secret: 'pay with 4929 3813 3266 4295 or ask ann@example.com' };

  it('is not looked for where it is allowed', () => {
    const request = parseRequest('facts', 'store', { content: texts.mail });
    expect(screenRequest('facts', 'store', request, redacting)).toMatchObject({ thing: request, found: [] });
  });

  it('is redacted beside secrets that are allowed, and each is reported', () => {
    const request = parseRequest('facts', 'store', { content: texts.secret });
    const { thing, found } = screenRequest('facts', 'store', request, { sensitiveData: 'allow', personalData: 'redact' });
    expect(thing.content).toBe('pay with 4929 3813 3266 4295 or ask [redacted: email]');
    expect(found).toEqual([
      { kind: 'payment-card', count: 1, action: 'allowed' },
      { kind: 'email', count: 1, action: 'redacted' },
    ]);
  });

  it('is refused where secrets are only redacted', () => {
    const request = parseRequest('facts', 'store', { content: texts.secret });
    const refusing = { sensitiveData: 'redact', personalData: 'refuse' } as const;
    expect(() => screenRequest('facts', 'store', request, refusing)).toThrow('store.content: holds what looks like an email;');
  });

  it('is found by the name of its member, a number in JSON too', () => {
    const said = { content: 'x', metadata: { phone: '4155550100' }, metadata_json: '{"phone":4155550100}' };
    const request = parseRequest('facts', 'store', said);
    const { thing } = screenRequest('facts', 'store', request, { sensitiveData: 'redact', personalData: 'redact' });
    expect(thing.metadata_json).toBe('{"phone":"[redacted: phone]"}');
  });

  it('of a document leaves the names of its user and conversation', () => {
    const document = {
      user: 'ann@example.com',
      conversation_id: '+49 151 12345678',
      question: texts.mail,
      id: '+49 151 12345678',
    };
    const policy = { sensitiveData: 'redact', personalData: 'refuse' } as const;
    expect(JSON.parse(screenDocument(document, policy))).toEqual({
      user: 'ann@example.com',
      conversation_id: '+49 151 12345678',
      question: 'write to [redacted: email]',
      id: '[redacted: phone]',
    });
  });
});
