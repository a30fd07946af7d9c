import { createRequire } from 'node:module'
import { IngestionServiceClient, protos } from '@google-ads/datamanager'
import type { ConversionFact } from '@kushi/shop/ports/conversion-port'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { googleBody } from './kinds/google.ts'
import { metaEvent } from './kinds/meta.ts'

/** An object of Meta's SDK, whose setters return it. */
type Setter =
  | 'setActionSource'
  | 'setClientUserAgent'
  | 'setContentType'
  | 'setContents'
  | 'setCurrency'
  | 'setCustomData'
  | 'setEmail'
  | 'setEventId'
  | 'setEventName'
  | 'setEventSourceUrl'
  | 'setEventTime'
  | 'setFbc'
  | 'setId'
  | 'setItemPrice'
  | 'setOrderId'
  | 'setPhone'
  | 'setQuantity'
  | 'setUserData'
  | 'setValue'
interface Built extends Record<Setter, (value: unknown) => Built> {
  normalize(): unknown
}
type BuiltClass = new () => Built
const business = createRequire(import.meta.url)('facebook-nodejs-business-sdk') as {
  UserData: BuiltClass
  CustomData: BuiltClass
  Content: BuiltClass
  ServerEvent: BuiltClass
}

const letters = fc.stringMatching(/^[A-Za-z0-9]{1,6}([.-][A-Za-z0-9]{1,6})?$/)
const email = fc
  .tuple(letters, letters, fc.constantFrom('com', 'co.jp', 'ne.jp'))
  .map(([a, b, c]) => `${a}@${b.replace('.', '-')}.${c}`)
const phone = fc
  .constantFrom('090', '080', '070', '03', '0467')
  .chain((head) =>
    fc.stringMatching(head.length > 3 ? /^\d{6}$/ : head === '03' ? /^\d{8}$/ : /^\d{8}$/).map((rest) => head + rest),
  )
const token = fc.stringMatching(/^[A-Za-z0-9_-]{4,60}$/)
const facts: fc.Arbitrary<ConversionFact> = fc.record({
  event_id: token,
  event: fc.constant('received' as const),
  occurred_at: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
  order_no: token,
  value: fc.nat(1_000_000),
  amount: fc.nat(1_000_000),
  amount_without_tax_and_fees: fc.nat(1_000_000),
  cycle: fc.integer({ min: 1, max: 36 }),
  items: fc.array(
    fc.record({ code: token, quantity: fc.integer({ min: 1, max: 99 }), price: fc.integer({ min: 1, max: 100_000 }) }),
    { minLength: 1, maxLength: 4 },
  ),
  click_ids: fc.record({ gclid: token, fbclid: token }, { requiredKeys: [] }),
  adcd: fc.constant(null),
  abmtcd: fc.constant(null),
  ad_user_id: fc.constant(null),
  clicked_at: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
  page_url: fc.constant('https://shop.example/sh/'),
  user_agent: fc.constant('Mozilla/5.0'),
  email: fc.option(email),
  phone_number: fc.option(phone),
})

const { EventSource, ConsentStatus, Encoding, ProductAccount } = protos.google.ads.datamanager.v1
const numbers: Record<string, unknown> = {
  ...EventSource,
  ...ConsentStatus,
  ...Encoding,
  ...ProductAccount.AccountType,
}
/** Google's SDK sends the numbers of the names. */
const numbered = (body: object): unknown =>
  JSON.parse(
    JSON.stringify(body, (_, value) =>
      typeof value === 'string' && Object.hasOwn(numbers, value) ? numbers[value] : value,
    ),
  )

/** What Meta's SDK sends of the same event. */
function bySdk(fact: ConversionFact) {
  const user = new business.UserData().setClientUserAgent(fact.user_agent)
  if (fact.email !== null) user.setEmail(fact.email)
  if (fact.phone_number !== null) user.setPhone(`+81${fact.phone_number.slice(1)}`)
  if (fact.click_ids.fbclid) user.setFbc(`fb.1.${fact.clicked_at.getTime()}.${fact.click_ids.fbclid}`)
  const custom = new business.CustomData()
    .setCurrency('jpy')
    .setValue(fact.value)
    .setOrderId(fact.order_no)
    .setContentType('product')
    .setContents(
      fact.items.map(({ code, quantity, price }) =>
        new business.Content().setId(code).setQuantity(quantity).setItemPrice(price),
      ),
    )
  return new business.ServerEvent()
    .setEventName('Purchase')
    .setEventTime(Math.floor(fact.occurred_at.getTime() / 1000))
    .setEventId(fact.event_id)
    .setEventSourceUrl(fact.page_url)
    .setActionSource('website')
    .setUserData(user)
    .setCustomData(custom)
    .normalize()
}

test("Meta's SDK sends the same event, hashes included", () => {
  fc.assert(
    fc.property(facts, (fact) => {
      const sdk = JSON.parse(JSON.stringify(bySdk(fact)))
      expect(metaEvent(fact, 'Purchase')).toEqual(sdk)
    }),
  )
})

test("Google's SDK sends the same request", async () => {
  let heard: unknown
  const fetched = async (url: string, { body }: { body: string }) => {
    heard = { url, body: JSON.parse(body) }
    const text = '{"requestId":"r-1"}'
    return { ok: true, arrayBuffer: async () => Buffer.from(text), text: async () => text }
  }
  const authClient = { fetch: fetched, getRequestHeaders: async () => new Headers() }
  const client = new IngestionServiceClient({ fallback: true, projectId: 'p', authClient: authClient as never })
  const fields = { account_id: '1234567890', login_account_id: '5555555555', conversion_action_id: '987654321' }
  const body = googleBody(fields, fc.sample(facts, { numRuns: 40, seed: 7 }), true)
  // Its type has a time as seconds and parts of one; what it does not know, it refuses or leaves out.
  const timed = (at: string) => ({
    seconds: Math.floor(Date.parse(at) / 1000),
    nanos: (Date.parse(at) % 1000) * 1_000_000,
  })
  const events = body.events.map((event) => ({ ...event, eventTimestamp: timed(event.eventTimestamp) }))
  const [answer] = await client.ingestEvents({ ...body, events } as never)
  expect(answer.requestId).toBe('r-1')
  expect(heard).toEqual({ url: expect.stringContaining('/v1/events:ingest'), body: numbered(body) })
})
