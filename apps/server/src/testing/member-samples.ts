import { randomBytes, randomUUID } from 'node:crypto'
import type { Contract } from '@kushi/contract/contract'
import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { price_offer } from '@kushi/db/schema/subscription'
import type { MemberContext } from '@kushi/shop/context'
import { startMemberPasskeyRegistration } from '@kushi/shop/people/passkey/passkeys'
import { validateOrder } from '@kushi/shop/sales/checkout/validate-order'
import { showOrderRequest } from '@kushi/shop/sales/subscription/order-request'
import { pauseSubscription } from '@kushi/shop/sales/subscription/pause-subscription'
import { skipDelivery } from '@kushi/shop/sales/subscription/skip-delivery'
import { fakePasskeyAuthenticator } from '@kushi/shop/testing/authenticator'
import { fakeCardToken } from '@kushi/shop/testing/card-vault'
import { addDays } from '@kushi/values/calendar-date'
import { eq, sql } from 'drizzle-orm'
import type { Victim } from './victim.ts'

export type MemberCall = {
  [K in keyof Contract]: Contract[K] extends { readonly auth: 'member' } ? K : never
}[keyof Contract]

export interface MemberCallSample {
  /**
   * `not found`: names an object of its owner, which does not exist for other members (404). `own`: names none, or
   * ignores the name, and affects only the caller.
   */
  others: 'not found' | 'own'
  input?(
    victim: Victim,
  ): { params?: object; query?: Record<string, unknown>; body?: object } | Promise<{ params?: object; body?: object }>
}

const address = {
  name01: '白石',
  name02: '渚',
  kana01: 'しらいし',
  kana02: 'なぎさ',
  phone_number: '0110000000',
  postal_code01: '060',
  postal_code02: '0001',
  pref_id: 1,
  addr01: '札幌市中央区',
  addr02: '1-2',
  addr03: '',
}
const profile = {
  ...address,
  birthday: null,
  sex: null,
  account_type: false,
  mail_magazine_flag: false,
  line_magazine_flag: false,
  company_name: '',
  company_name_kana: '',
  manager_name: '',
  manager_name_kana: '',
}
const named = (id: (victim: Victim) => object, more: object = {}): MemberCallSample => ({
  others: 'not found',
  input: (victim) => ({ params: id(victim), ...more }),
})
const own = (input: Awaited<ReturnType<NonNullable<MemberCallSample['input']>>> = {} as never): MemberCallSample => ({
  others: 'own',
  input: () => input as { body: object },
})
const piece = { product_sku_id: 101, quantity: 1 }
const every30Days = { subscription_division_id: 3, param1: 30, param2: null, param3: null }
const ofSubscription = (body?: object) => named((victim) => ({ id: victim.subscription_id }), body ? { body } : {})
/** Calls while its delivery is arranged; `isEnding`: with which it is to end. */
const arranged = (body: object, isEnding = false): MemberCallSample => ({
  others: 'not found',
  async input({ ctx, subscription_id: id }) {
    await ctx.db.execute(sql`update subscription set next_delivery_date = ${addDays(ctx.clock.today(), 3)},
      final_cycle = case when ${isEnding} then cycle end where shop_id = ${ctx.shop_id} and id = ${id}`)
    return { params: { id }, body }
  },
})
/** Calls that need a subscription in a changed state. */
const after = (before: typeof skipDelivery | typeof pauseSubscription, body?: object): MemberCallSample => ({
  others: 'not found',
  async input({ ctx, subscription_id: id }) {
    await before(ctx, { id, version: 1 })
    return { params: { id }, ...(body ? { body } : {}) }
  },
})

/**
 * One valid input for every call that only a member may make. A new call fails the matrix until it is listed here: with
 * `named(…)` if it names an object of its owner that other members must not reach.
 */
export const memberSamples: Record<MemberCall, MemberCallSample> = {
  'POST /v1/common/me': own(),
  'GET /v1/common/address': own(),
  'GET /v1/common/address/detail/{id}': named(({ address_id }) => ({ id: address_id })),
  'POST /v1/common/address/new': own({ body: address }),
  'PUT /v1/common/address/update/{id}': named(({ address_id }) => ({ id: address_id }), { body: { is_default: true } }),
  'DELETE /v1/common/address/delete/{id}': named(({ address_id }) => ({ id: address_id })),
  'POST /v1/common/payment/card/check': {
    others: 'own',
    input: () => ({ body: { amount: 0, token: fakeCardToken('7777') } }),
  },
  'GET /v1/common/mypage/card/list': { others: 'own', input: ({ id }) => ({ query: { customer_id: id } }) },
  'POST /v1/common/mypage/card/register': {
    others: 'own',
    input: () => ({ body: { token: fakeCardToken('7777'), idempotency_key: randomUUID() } }),
  },
  'POST /v1/common/mypage/card/update': {
    others: 'not found',
    input: ({ card_seq }) => ({ body: { card_seq, default_flag: '1' } }),
  },
  'DELETE /v1/customer/{customer_id}/card/{card_seq}/delete': named(({ id, card_seq }) => ({
    customer_id: id,
    card_seq,
  })),
  'GET /v1/common/mypage/linked-account/list': own(),
  // Offered by no shop of the test.
  'POST /v1/common/mypage/linked-account/link': own({ body: { wallet: 'paypay' } }),
  'POST /v1/common/mypage/linked-account/finish': own({ body: { wallet: 'paypay', response_token: 'a.b.c' } }),
  'DELETE /v1/common/mypage/linked-account/{wallet}': named(() => ({ wallet: 'paypay' })),
  'GET /v1/cart/items': own(),
  'POST /v1/cart/items/new': own({ body: { ...piece, sale_type: 1 } }),
  'PUT /v1/cart/items/update/{id}': named(({ cart_item_id }) => ({ id: cart_item_id }), {
    body: { ...piece, quantity: 2 },
  }),
  'POST /v1/cart/items/sync': { others: 'own', input: () => ({ body: { idempotency_key: randomUUID(), items: [] } }) },
  // Deleting a missing item succeeds, so deleting another member's item does too: that item stays.
  'DELETE /v1/cart/items/delete/{id}': { others: 'own', input: (victim) => ({ params: { id: victim.cart_item_id } }) },
  'GET /v1/customer/mypage-top': own(),
  'GET /v1/customer/has-error-payment': own(),
  'GET /v1/customer/passkeys': own(),
  'POST /v1/customer/passkeys/options': own(),
  'POST /v1/customer/passkeys': {
    others: 'own',
    async input({ ctx }) {
      const { options } = await startMemberPasskeyRegistration(ctx, {})
      return { body: { credential: fakePasskeyAuthenticator().create(options) } }
    },
  },
  'DELETE /v1/customer/passkeys/{id}': named(({ passkey_id }) => ({ id: passkey_id })),
  'GET /v1/customer/devices': own(),
  'DELETE /v1/customer/devices/{id}': named(({ device_id }) => ({ id: device_id })),
  'POST /v1/customer/device/code': own(),
  'POST /v1/customer/device/confirm': own({ body: { device_code: '123456' } }),
  'GET /v1/customer/sessions': own(),
  'DELETE /v1/customer/sessions': own(),
  'DELETE /v1/customer/sessions/{id}': named(({ session_id }) => ({ id: session_id })),
  'PUT /v1/customer/{id}/update': named(({ id }) => ({ id }), { body: profile }),
  'POST /v1/customer/email/change': {
    others: 'own',
    input: ({ password }) => ({ body: { email: `${randomUUID()}@example.com`, password } }),
  },
  'POST /v1/customer/email/verification': own(),
  'POST /v1/customer/password/change': {
    others: 'own',
    input: ({ password }) => ({
      body: { current_password: password, password: 'Tsubaki2027', password_confirm: 'Tsubaki2027' },
    }),
  },
  'GET /v1/customer/consents': own(),
  'POST /v1/customer/consents/take-back': { others: 'own', input: () => ({ body: { channel: 'mail' } }) },
  'GET /v1/customer/privacy-requests': own(),
  'POST /v1/customer/privacy-requests': {
    others: 'own',
    input: ({ password }) => ({ body: { kind: 'disclosure', content: '', password } }),
  },
  'GET /v1/customer/withdrawal': own(),
  'POST /v1/customer/withdraw': { others: 'own', input: ({ password }) => ({ body: { password } }) },
  'POST /v1/customer/withdraw/undo': {
    others: 'own',
    async input({ ctx, id }) {
      await ctx.db.update(customer).set({ leaving_at: ctx.clock.now() }).where(eq(customer.id, id))
      return {}
    },
  },
  'POST /v1/order/public/new': { others: 'own', input: async ({ ctx }) => ({ body: await confirmed(ctx) }) },
  // Not paid by it: the matrix has no provider behind it.
  'POST /v1/common/payment/paidy/checkout': {
    others: 'own',
    input: () => ({
      body: { ...draft, idempotency_key: randomUUID(), payment_total: 1, third_party_consent: false },
    }),
  },
  'GET /v1/inquiry/customer/list': own({ query: {} } as never),
  'GET /v1/inquiry/customer/detail/{inquiry_no}': named(({ inquiry_no }) => ({ inquiry_no })),
  'GET /v1/order/public/list': { others: 'own', input: ({ order_no }) => ({ query: { order_no } }) },
  'GET /v1/order/public/detail/{order_no}': named(({ order_no }) => ({ order_no })),
  'POST /v1/order/public/{order_no}/ad-frames': named(({ order_no }) => ({ order_no })),
  'POST /v1/order/public/{order_no}/offer': named(({ order_no }) => ({ order_no })),
  'POST /v1/order/public/{order_no}/offer/take': named(({ order_no }) => ({ order_no }), {
    body: {
      order_offer_id: 1,
      shown: { payment_total: 1, terms_version: '1', shown_at: '2026-11-21T03:00:00.000Z', text: '¥1' },
    },
  }),
  'GET /v1/order/request/{request_no}': named(({ request_no }) => ({ request_no })),
  'POST /v1/order/request/{request_no}/pay': {
    others: 'not found',
    async input({ ctx, request_no }) {
      const { assessed } = await showOrderRequest(ctx, { request_no })
      const { summary, first_delivery_date, terms_version } = assessed!
      const later = { following_payment_total: null, next_delivery_date: null, next_next_delivery_date: null }
      // The matrix has no provider behind it: its member receives the response that the total has changed.
      const payment_total = summary.payment_total + 1
      const seen = { shown_at: ctx.clock.now().toISOString(), text: `お支払い合計 ${payment_total}円` }
      const shown = { payment_total, first_delivery_date, terms_version, ...later, ...seen }
      return { params: { request_no }, body: { card: { token: fakeCardToken('7777'), save_card: false }, shown } }
    },
  },
  'GET /v1/order/public/purchases': own(),
  'GET /v1/points': own(),
  'GET /v1/referral': own(),
  'POST /v1/referral': own(),
  'GET /v1/product/order-table': own(),
  'POST /v1/order/public/buy-again': {
    others: 'not found',
    input: ({ order_no }) => ({ body: { order_no, idempotency_key: randomUUID() } }),
  },
  'GET /v1/order/subscription/': own(),
  'GET /v1/order/subscription/detail/{id}': ofSubscription(),
  'POST /v1/order/subscription/{id}/preview': ofSubscription({ items: [piece] }),
  'PUT /v1/order/subscription/update/{id}': ofSubscription({ version: 1, items: [piece] }),
  'PATCH /v1/order/subscription/update/{id}/payment': ofSubscription({ payment_method_id: null }),
  'PATCH /v1/order/subscription/update/{id}/second-way': ofSubscription({ second_way: null }),
  'PATCH /v1/order/subscription/{id}/cancel-after': arranged({ reason: 1, detail: '余る', version: 1 }),
  'PATCH /v1/order/subscription/{id}/cancel-after/undo': arranged({ version: 1 }, true),
  'PATCH /v1/order/subscription/{id}/skip': ofSubscription({ version: 1 }),
  'GET /v1/order/subscription/{id}/cancel-offer': named((victim) => ({ id: victim.subscription_id }), {
    query: { reason: 1 },
  }),
  'PATCH /v1/order/subscription/{id}/promotion': ofSubscription({
    version: 1,
    promotion_id: 1,
    shown_text: '特典',
    instead_of: { reason: 1, offered: ['promotion'], taken: 'promotion' },
  }),
  'GET /v1/order/subscription/{id}/pace': ofSubscription(),
  'POST /v1/order/subscription/{id}/pace/answer': ofSubscription({ rest_answer: 'half' }),
  'PATCH /v1/order/subscription/{id}/pace': ofSubscription({ pace_kind: 'later', version: 1 }),
  'PATCH /v1/order/subscription/{id}/pace/undo': ofSubscription({ version: 1 }),
  'PATCH /v1/order/subscription/{id}/skip/undo': after(skipDelivery, { version: 2 }),
  'PATCH /v1/order/subscription/update/{id}/pause': ofSubscription({ customer_flag: true }),
  'PATCH /v1/order/subscription/update/{id}/price': {
    others: 'not found',
    async input({ ctx, subscription_id: id }) {
      const [offer] = await ctx.db
        .insert(price_offer)
        .values({
          shop_id: ctx.shop_id,
          job_id: 1,
          subscription_id: id,
          product_sku_id: piece.product_sku_id,
          old_price: 1,
          new_price: 2,
          from_date: '2027-01-15',
          answer_by: '2026-12-31',
          without_answer: 'keep',
          state: 'asked',
          token_hash: randomBytes(32),
          created_at: ctx.clock.now(),
        })
        .returning()
      return { params: { id }, body: { offer_id: offer!.id, is_agreed: false } }
    },
  },
  'GET /v1/order/subscription/{id}/reopen': after(pauseSubscription),
  'PATCH /v1/order/subscription/update/{id}/reopen-scheduled': after(pauseSubscription, {
    is_update_subscription: false,
  }),
  'PATCH /v1/order/subscription/update/{id}/cancel': ofSubscription({ reason: 1, detail: '使い切れない' }),
  'POST /v1/order/subscription/delivery-date/next': own({ body: { delivery_date: '2026-12-10', ...every30Days } }),
  'GET /v1/order/subscription/{id}/delivery-date/list': ofSubscription(),
  'POST /v1/order/subscription/{id}/delivery-pattern/change': ofSubscription(every30Days),
  'GET /v1/common/social/line': own(),
  'DELETE /v1/common/social/line': own(),
  'POST /v1/setting/line/check-friend-line': {
    others: 'not found',
    input: ({ line_id }) => ({ body: { line_user_id: line_id } }),
  },
  'POST /v1/common/line-link/nonce': {
    others: 'own',
    async input({ ctx, id, password }) {
      await usesLine(ctx, id)
      return { body: { password } }
    },
  },
  'POST /v1/setting/line/link-line/business-account': {
    others: 'not found',
    async input({ ctx, id }) {
      await usesLine(ctx, id)
      return { body: { customer_id: id, line_access_token: `business-${id}` } }
    },
  },
  'GET /v1/file/export/pdf/{orderId}': named(({ order_no }) => ({ orderId: order_no }), { query: { type: 'receipt' } }),
}

/** A business account that is not linked yet, in a shop with LINE. */
async function usesLine({ db, shop_id }: MemberContext, customer_id: number): Promise<void> {
  await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, shop_id))
  await db.update(customer).set({ line_id: null, account_type: true }).where(eq(customer.id, customer_id))
}

/** An order paid on delivery. */
const draft = {
  is_subscription: false,
  items: [{ ...piece, revision: 1 }],
  shipping_address: address,
  delivery_notes: '',
  delivery_id: 1,
  delivery_time_id: null,
  delivery_date: null,
  payment_method_id: null,
  delivery_pattern: null,
}

/** The same as on its confirmation screen. */
async function confirmed(ctx: MemberContext): Promise<object> {
  const { summary, first_delivery_date, terms_version } = await validateOrder(ctx, draft)
  const later = { following_payment_total: null, next_delivery_date: null, next_next_delivery_date: null }
  const shown = { payment_total: summary.payment_total, first_delivery_date, terms_version, ...later }
  const seen = { shown_at: ctx.clock.now().toISOString(), text: `お支払い合計 ${summary.payment_total}円` }
  return { ...draft, idempotency_key: randomUUID(), card: null, shown: { ...shown, ...seen } }
}
