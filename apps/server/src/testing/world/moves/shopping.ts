import { TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { applePayToken, googlePayToken, SHEET_PAN } from '@kushi/adapters/testing/gmo-wallets'
import type { InputOf } from '@kushi/contract/endpoint'
import type { OrderDraft, orderEndpoints } from '@kushi/contract/order'
import {
  cardSheetOf,
  PAYMENT_METHOD,
  PAYMENT_METHOD_IDS,
  PAYMENT_METHODS,
  paymentMethod,
  paymentMethodName,
  paysFirstDeliveryOnly,
} from '@kushi/values/payment-method'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import { HOMES, type Player, type World } from '../world.ts'

type Draft = InputOf<typeof OrderDraft>
type Request = InputOf<(typeof orderEndpoints)['POST /v1/order/public/new']['body']>

/** What an address is today: the member's own, or another home. */
export function addressOf(person: Player, random: Random, mayMove = 0.25) {
  const n = Number(person.id) % HOMES.length
  const [code, rest, pref_id, town] = random.chance(mayMove) ? random.pick(HOMES) : HOMES[n]!
  return {
    name01: person.mark,
    name02: '花',
    kana01: 'めん',
    kana02: 'ばあ',
    postal_code01: code,
    postal_code02: rest,
    pref_id,
    addr01: town,
    addr02: `${person.mark}荘`,
    addr03: '',
    phone_number: `0901000${String(1000 + (Number(person.id) % 9000))}`,
  }
}

interface Sold {
  id: number
  revision: number
  stock: number
  sale_type: number
  is_yearly: boolean
  is_set: boolean
  light: boolean
  name: string
}

export const soldGoods = (world: World) =>
  world.rows<Sold>(`select s.id, s.revision, s.stock, p.sale_type, p.lump_sum_payment_flag as is_yearly, s.light_flag as light,
      s.parts <> '[]'::jsonb as is_set, p.product_name as name
    from product_sku s join product p on p.shop_id = s.shop_id and p.id = s.product_id
    where s.shop_id = 2 and p.visible and s.visible order by s.id`)

/** A draft as the screens let one put it together; now and then what they would not. */
export async function wantedBy(
  world: World,
  person: Player,
  random: Random,
  { isByPhone = false, isForYear = false } = {},
) {
  const goods = await soldGoods(world)
  const is_subscription = random.chance(0.5) || isForYear
  const isYearly = is_subscription && (random.chance(0.2) || isForYear)
  const fits = goods.filter(
    (one) =>
      (is_subscription ? one.sale_type !== 1 : one.sale_type !== 2) &&
      (one.is_yearly === isYearly || random.chance(0.02)) &&
      (one.is_set || one.stock > 0 || random.chance(0.05)),
  )
  if (fits.length === 0) return null
  const chosen = Array.from({ length: isYearly ? 1 : random.between(1, 3) }, () => random.pick(fits))
  const wantsSet = fits.find(({ is_set }) => is_set)
  if (wantsSet && !isYearly && random.chance(0.3)) chosen[0] = wantsSet
  const picked = [...new Set(chosen)]
  const features: string[] = [is_subscription ? '定期' : '単品']
  if (isYearly) features.push('年払い')
  if (chosen.some(({ is_set }) => is_set)) features.push('セット')
  const [offer] = await world.rows<{ wrapping_offer: { wraps: { wrapping_name: string }[]; card_fee: number | null } }>(
    'select wrapping_offer from shop where id = 2',
  )
  const wrap = offer?.wrapping_offer.wraps[0]
  const isWrapped = wrap && !is_subscription && random.chance(0.25)
  if (isWrapped) features.push('ギフト包装')
  const codes = (
    await world.rows<{ code: string }>(
      `select code from promotion_code where shop_id = 2 union select code from referral_code where shop_id = 2 order by code limit 8`,
    )
  ).map(({ code }) => code)
  const coupon_codes = codes.length > 0 && random.chance(0.3) ? [random.pick(codes)] : []
  if (coupon_codes.length > 0) features.push('クーポン')
  const [purse] = await world
    .rows<{ balance: number }>(`select balance from point_account where shop_id = 2 and customer_id = $1`, [person.id])
    .catch(() => [])
  const points = purse && purse.balance > 0 && random.chance(0.5) ? random.between(1, purse.balance + 10) : 0
  if (points > 0) features.push('ポイント')
  const methods =
    isYearly && random.chance(0.9)
      ? [1, 1, 2]
      : isByPhone || (is_subscription && random.chance(0.7))
        ? [1, 2, 3, 4, null, ...(isByPhone ? [] : [6, 7])]
        : [1, 1, 1, 5, 6, 7, null, null, ...PAYMENT_METHOD_IDS]
  const payment_method_id = random.pick(methods) as Draft['payment_method_id']
  features.push(paymentMethodName(payment_method_id))
  const draft: Draft = {
    is_subscription,
    items: picked.map(({ id, revision }) => ({
      product_sku_id: id,
      quantity: isYearly || random.chance(0.7) ? 1 : random.between(2, 4),
      revision,
    })),
    shipping_address: addressOf(person, random),
    delivery_notes: random.chance(0.1) ? `${person.mark}宅の裏口へ` : '',
    delivery_id: isWrapped || random.chance(0.95) ? 1 : 2,
    delivery_time_id: null,
    delivery_date: null,
    payment_method_id,
    delivery_pattern: is_subscription ? patternOf(random) : null,
    ...(isWrapped ? { wrapping: { wrap: wrap.wrapping_name, noshi: null, message_card: null } } : {}),
    ...(coupon_codes.length > 0 ? { coupon_codes } : {}),
    ...(points > 0 ? { points } : {}),
    ...(paysFirstDeliveryOnly({ payment_method_id, is_subscription }) && random.chance(0.9)
      ? { second_way: random.pick([byCash, byCash, byBill, byCard]) }
      : {}),
  }
  return { draft, features, names: chosen.map(({ name }) => name) }
}

const byCash = { payment_method_id: null, card_seq: null }
const byBill = { payment_method_id: PAYMENT_METHOD.np, card_seq: null }
const byCard = { payment_method_id: PAYMENT_METHOD.credit_card, card_seq: 0 }

export const patternOf = (random: Random): NonNullable<Draft['delivery_pattern']> =>
  random.pick([
    { subscription_division_id: 1, param1: random.between(1, 3), param2: random.pick([5, 20, 31]), param3: null },
    {
      subscription_division_id: 2,
      param1: random.between(1, 2),
      param2: random.pick([1, 5]),
      param3: random.between(1, 7),
    },
    { subscription_division_id: 3, param1: random.pick([10, 30, 45, 90]), param2: null, param3: null },
  ] as const)

export async function orderByTransfer(world: World, random: Random): Promise<string | null> {
  const person = random.pick(world.people)
  const made = await wantedBy(world, person, random)
  if (!made) return null
  const payment_method_id = PAYMENT_METHOD.bank_transfer
  const draft = { ...made.draft, payment_method_id, ...(made.draft.is_subscription ? { second_way: byCash } : {}) }
  const order_no = await pay(world, person, draft, random)
  if (order_no) world.meet(order_no, [...withoutMethod(made.features), paymentMethodName(payment_method_id)])
  return `${person.mark}が銀行振込で${order_no ? `注文する（${order_no}）` : '頼もうとして断られる'}`
}

const withoutMethod = (features: readonly string[]) =>
  features.filter((one) => !PAYMENT_METHODS.some(({ name }) => name === one))

/** The confirmation and its button, up to where the browser comes back from the provider. */
export async function pay(world: World, person: Player, draft: Draft, random: Random): Promise<string | null> {
  const seen = await world.call(person, 'POST /v1/order/validates-data', { body: draft })
  if (seen.status !== 200) return null
  if (seen.data.problems.length > 0) return null
  const { summary } = seen.data
  const isFree = summary.payment_total === 0
  let card: Request['card'] = null
  let amazon: Request['amazon'] = null
  if (draft.payment_method_id === 1) {
    const kept = await world.call(person, 'GET /v1/common/mypage/card/list')
    const saved = kept.status === 200 ? (kept.data as unknown as { items?: { card_seq: number }[] }).items : undefined
    const number = random.chance(0.88)
      ? random.pick([TEST_CARD_NUMBERS.ok, TEST_CARD_NUMBERS.master, TEST_CARD_NUMBERS.jcb])
      : random.pick(Object.values(TEST_CARD_NUMBERS))
    card =
      saved && saved.length > 0 && random.chance(0.4)
        ? { card_seq: saved[0]!.card_seq }
        : { token: await world.gateway.token(number), save_card: draft.is_subscription || random.chance(0.3) }
  }
  if (draft.payment_method_id === 2)
    amazon = {
      checkout_session_id: await world.amazon.session('HANAKO', {
        review_url: 'https://shop.example/sh/normal-purchase',
        cancel_url: 'https://shop.example/sh/cart',
        frequency: draft.is_subscription ? { unit: 'Month', value: 1 } : null,
      }),
    }
  const following = summary.following?.payment_total ?? null
  const idempotency_key = world.key(random)
  const body: Request = {
    ...draft,
    idempotency_key,
    card,
    amazon,
    ...(paymentMethod(draft.payment_method_id).asks_store
      ? { konbini_store: random.pick(['seven_eleven', 'lawson'] as const) }
      : {}),
    ...sheetToken(draft.payment_method_id, summary.payment_total, random),
    ...(await paidyToken(world, person, { draft, idempotency_key, payment_total: summary.payment_total }, random)),
    third_party_consent: true,
    second_way_consent: true,
    shown: {
      payment_total: summary.payment_total,
      following_payment_total: following,
      ...(summary.later ? { later_payment_totals: summary.later.map(({ payment_total }) => payment_total) } : {}),
      gift_promotion_ids: summary.gifts.map(({ gift_promotion_id }) => gift_promotion_id).filter((id) => id !== null),
      first_delivery_date: seen.data.first_delivery_date,
      next_delivery_date: seen.data.next_delivery_date,
      next_next_delivery_date: seen.data.next_next_delivery_date,
      terms_version: seen.data.terms_version,
      shown_at: world.server.deps.clock.now().toISOString(),
      text: `ご注文内容の確認 お支払い合計 ${summary.payment_total.toLocaleString('ja-JP')}円`,
    },
  }
  let placed = await world.call(person, 'POST /v1/order/public/new', { body })
  // The line was dead: the same button again.
  if (placed.status === 0 || placed.status >= 500 || random.chance(0.08)) {
    if (random.chance(0.5)) await world.leasesEnd()
    placed = await world.call(person, 'POST /v1/order/public/new', { body })
    world.sometimes('an order was sent twice')
  }
  if (placed.status !== 200) return null
  const { order_no, redirect_url } = placed.data
  world.promises.push({
    order_no,
    confirmed_total: summary.payment_total,
    payment_total: summary.payment_total,
    later: [
      ...(following === null ? [] : [following]),
      ...(summary.later ?? []).map(({ payment_total }) => payment_total),
    ],
    first_delivery_date: seen.data.first_delivery_date,
  })
  if (isFree) world.sometimes('an order of 0 yen')
  if (summary.gifts.length > 0) world.sometimes('an order with a present')
  if (redirect_url && random.chance(0.95))
    await returnFromProvider(world, redirect_url, draft.payment_method_id, amazon, random, person)
  return order_no
}

interface Approved {
  draft: Draft
  idempotency_key: string
  payment_total: number
}

/** Paidy's window: mostly approved, sometimes refused. Its notice comes before the order or never. */
async function paidyToken(
  world: World,
  person: Player,
  { draft, ...asked }: Approved,
  random: Random,
): Promise<{ sheet_token?: string }> {
  if (draft.payment_method_id !== PAYMENT_METHOD.paidy || asked.payment_total === 0) return {}
  const opened = await world.call(person, 'POST /v1/common/payment/paidy/checkout', {
    body: { ...draft, ...asked, third_party_consent: true },
  })
  if (opened.status !== 200 || !opened.data.checkout) return {}
  const id = await world.paidy.decide(opened.data.checkout, random.chance(0.9) ? 'approve' : 'reject')
  if (random.chance(0.7)) await world.paidy.notice(id, `${world.server.url}/v1/payment/paidy/notification`)
  return { sheet_token: btoa(id) }
}

/** What the browser's sheet gave for this total: mostly a card of the device, sometimes one that is refused. */
function sheetToken(method: number | null, total: number, random: Random): { sheet_token?: string } {
  const sheet = cardSheetOf(method)
  if (!sheet || total === 0) return {}
  const pan = random.pick([SHEET_PAN.jcb, SHEET_PAN.jcb, SHEET_PAN.visa, SHEET_PAN.visa, SHEET_PAN.refused])
  if (sheet === 'apple_pay') return { sheet_token: applePayToken(total, pan) }
  return { sheet_token: googlePayToken(random.pick(['CRYPTOGRAM_3DS', 'PAN_ONLY'] as const), pan) }
}

/** The bank's, Amazon's or a wallet's page, and the way back; sometimes twice, sometimes the person closes it. */
export async function returnFromProvider(
  world: World,
  redirect_url: string,
  method: number | null,
  amazon: Request['amazon'],
  random: Random,
  person: Player | null = null,
): Promise<void> {
  const times = random.chance(0.1) ? 2 : 1
  if (method === 1) {
    const id = await world.gateway
      .visit(redirect_url, random.chance(0.05) ? { action: 'cancel' } : { action: 'verify', code: '1234' })
      .catch(() => '')
    for (let n = 0; n < times; n++)
      await world.visit('POST', '/v1/payment/gmo/return', new URLSearchParams({ AccessID: id }))
  }
  if (method === PAYMENT_METHOD.paypay && redirect_url.includes('/link/')) {
    if (person) await linkPayPay(world, person, redirect_url, random, times)
    return
  }
  if (method === PAYMENT_METHOD.paypay) {
    // 'leave': paid, and the browser never comes back.
    const action = random.pick(['pay', 'pay', 'pay', 'pay', 'leave', 'cancel', 'short'] as const)
    const back = await world.paypay.press(redirect_url, action).catch(() => null)
    if (back)
      for (let n = 0; n < times; n++) await world.visit('GET', `/v1/payment/paypay/return${new URL(back).search}`)
  }
  if (paymentMethod(method).gmo_wallet) {
    const action = random.pick(['pay', 'pay', 'pay', 'pay', 'slow', 'leave', 'cancel', 'short'] as const)
    const back = await world.wallets.press(redirect_url, action).catch(() => null)
    if (back)
      for (let n = 0; n < times; n++) await world.visit('GET', `/v1/payment/gmo-wallet/return${new URL(back).search}`)
  }
  if (cardSheetOf(method)) {
    const back = await world.wallets.authenticate(redirect_url, random.chance(0.9) ? 'Y' : 'N').catch(() => null)
    if (back)
      for (let n = 0; n < times; n++) await world.visit('GET', `/v1/payment/gmo-wallet/return${new URL(back).search}`)
  }
  if (method === 2 && amazon) {
    await world.amazon.visit(redirect_url)
    for (let n = 0; n < times; n++)
      await world.visit('GET', `/v1/payment/amazon/return?amazonCheckoutSessionId=${amazon.checkout_session_id}`)
  }
}

/** PayPay's page of 連携, and the way back; sometimes twice, now and then in another member's browser. */
export async function linkPayPay(
  world: World,
  person: Player,
  redirect_url: string,
  random: Random,
  times = 1,
): Promise<boolean> {
  const action = random.pick(['agree', 'agree', 'agree', 'agree', 'leave', 'decline'] as const)
  const back = await world.paypay.answerLink(redirect_url, action).catch(() => null)
  if (!back) return false
  const response_token = new URL(back).searchParams.get('responseToken')!
  const body = { wallet: 'paypay', response_token } as const
  if (random.chance(0.1)) {
    const other = random.pick(world.people)
    const { status } = await world.call(other, 'POST /v1/common/mypage/linked-account/finish', { body })
    if (other !== person && status === 200) world.wrong(`${other.mark}が${person.mark}のPayPayを連携できた`)
  }
  let isLinked = false
  for (let n = 0; n < times; n++) {
    const { status } = await world.call(person, 'POST /v1/common/mypage/linked-account/finish', { body })
    isLinked = status === 200 && action === 'agree'
  }
  if (isLinked) world.sometimes('a wallet was linked')
  return isLinked
}

/** The member's own, as the page of the profile has it. */
const ownAddress = async (world: World, person: Player) =>
  (
    await world.rows<Draft['shipping_address']>(
      `select name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number
       from customer where shop_id = 2 and id = $1`,
      [person.id],
    )
  )[0]!

/** Whether the shop has 注文のあとのご案内; it writes the first one. */
async function hasOfferAfter(world: World, random: Random): Promise<boolean> {
  const [found] = await world.rows(`select id from order_offer where shop_id = 2 and offer_place = 'after' and visible`)
  if (found) return true
  const fits = (await soldGoods(world)).filter(({ sale_type, is_yearly }) => sale_type !== 2 && !is_yearly)
  if (fits.length === 0) return false
  const { status } = await world.admin('manager', 'POST /admin/v1/order-offers', {
    body: {
      offer_place: 'after',
      title: '同じ箱でお届けします',
      text: '',
      visible: true,
      opens_at: null,
      closes_at: null,
      sort_no: 1,
      cart_type: 0,
      product_sku_id: random.pick(fits).id,
      quantity: 1,
      for_sku_ids: [],
      landing_slug: '',
      take_within_minutes: 60,
    },
  })
  return status === 200
}

/** お届け先 of the address book, as my page edits it. Afterwards one of them is the usual one, unless none is left. */
async function editAddressBook(world: World, person: Player, random: Random): Promise<string | null> {
  const before = await world.call(person, 'GET /v1/common/address')
  if (before.status !== 200) return null
  const { items } = before.data
  const chosen = items.length > 0 ? random.pick(items) : null
  const what = chosen ? random.pick(['追加', '変更', 'いつもの', '削除'] as const) : '追加'
  const written = { ...addressOf(person, random, 1), delivery_notes: '', is_default: random.chance(0.3) }
  const params = { id: chosen?.id ?? 0 }
  const { status } = await {
    追加: () => world.call(person, 'POST /v1/common/address/new', { body: written }),
    変更: () => world.call(person, 'PUT /v1/common/address/update/{id}', { params, body: written }),
    いつもの: () => {
      const { id: _, ...same } = chosen!
      return world.call(person, 'PUT /v1/common/address/update/{id}', { params, body: { ...same, is_default: true } })
    },
    削除: () => world.call(person, 'DELETE /v1/common/address/delete/{id}', { params }),
  }[what]()
  const after = await world.call(person, 'GET /v1/common/address')
  if (after.status !== 200) return null
  const usual = after.data.items.filter(({ is_default }) => is_default).length
  if (usual !== Math.min(1, after.data.items.length))
    world.wrong(`${person.mark}のお届け先${after.data.items.length}件のうち、いつものお届け先が${usual}件`)
  if (status === 200) world.sometimes('an address book was edited')
  return `${person.mark}がお届け先を${what}する（${status}）`
}

export const shopping: Move[] = [
  {
    name: 'member edits the address book',
    weight: 3,
    run: (world, random) => editAddressBook(world, random.pick(world.people), random),
  },
  {
    name: 'buy',
    weight: 30,
    async run(world, random) {
      const person = random.pick(world.people)
      const made = await wantedBy(world, person, random)
      if (!made) return null
      const { draft, features, names } = made
      if (draft.is_subscription && random.chance(0.3)) {
        const dates = await world.call(person, 'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}', {
          params: { id: draft.delivery_id, postal_code: '2480006', pref_id: draft.shipping_address.pref_id },
        })
        const days = (dates.data as unknown as { items?: string[] } | undefined)?.items ?? []
        if (days.length > 0) draft.delivery_date = random.pick(days)
      }
      const order_no = await pay(world, person, draft, random)
      if (order_no) world.meet(order_no, features)
      return `${person.mark}が${names.join('と')}を${features.join('・')}で${order_no ? `注文する（${order_no}）` : '頼もうとして断られる'}`
    },
  },
  {
    name: 'add goods after the order',
    weight: 6,
    async run(world, random) {
      const person = random.pick(world.people)
      const made = await wantedBy(world, person, random)
      if (!made || made.draft.is_subscription) return null
      const { features } = made
      // Mostly what can have an offer: to the member's own address, by a way that takes a higher amount.
      const shipping_address = random.chance(0.9) ? await ownAddress(world, person) : made.draft.shipping_address
      const payment_method_id = random.chance(0.9) ? random.pick([1, 1, null] as const) : made.draft.payment_method_id
      const draft = { ...made.draft, shipping_address, payment_method_id }
      if (!(await hasOfferAfter(world, random))) return null
      const order_no = await pay(world, person, draft, random)
      if (!order_no) return `${person.mark}が頼もうとして断られる`
      world.meet(order_no, [
        ...features.filter((one) => one !== paymentMethodName(made.draft.payment_method_id)),
        paymentMethodName(payment_method_id),
      ])
      const params = { order_no }
      const { status, data } = await world.call(person, 'POST /v1/order/public/{order_no}/offer', { params })
      const offer = status === 200 ? data.offer : null
      if (!offer) return `${person.mark}が注文する（${order_no}、ご案内なし）`
      const { payment_total } = offer.amounts
      const promised = world.promises.find((one) => one.order_no === order_no)
      if (promised) promised.after = payment_total
      const { order_offer_id, terms_version } = offer
      const shown_at = world.server.deps.clock.now().toISOString()
      const text = `この商品を追加する 合計${payment_total.toLocaleString('ja-JP')}円`
      const pressed = await world.call(person, 'POST /v1/order/public/{order_no}/offer/take', {
        params,
        body: { order_offer_id, shown: { payment_total, terms_version, shown_at, text } },
      })
      if (pressed.status === 200) {
        if (promised) promised.payment_total = payment_total
        world.meet(order_no, ['あとから追加'])
      }
      return `${person.mark}が${order_no}にあとから追加する（${pressed.status}）`
    },
  },
  {
    name: 'somebody pays at a コンビニ',
    weight: 8,
    async run(world, random) {
      const all = await world.rows<{ no: string; state: string }>(
        `select p.provider_order_id as no, p.state from payment p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
         where p.shop_id = 2 and p.payment_method_id = ${PAYMENT_METHOD.konbini} and p.state <> 'captured' and o.customer_id = any($1) order by p.id`,
        [world.people.map(({ id }) => id)],
      )
      // Mostly in time; now and then a number that the shop has given up.
      const open = all.filter(({ state }) => state === 'awaiting' || random.chance(0.2))
      if (open.length === 0) return null
      const { no, state } = random.pick(open)
      const { status } = await world.gateway.payAtKonbini(no, state !== 'awaiting')
      world.sometimes(state === 'awaiting' ? 'a number was paid at a コンビニ' : 'a number was paid too late')
      // Its notice comes at once, twice or, of what is still awaited, never: the shop asks by itself.
      const notice = new URLSearchParams({ ShopID: world.gateway.settings.shop_id, OrderID: no })
      for (let n = state === 'awaiting' ? random.below(3) : 1; n > 0; n--)
        await world.visit('POST', '/v1/payment/gmo/notification', notice)
      await world.pass(61 * 60_000)
      await world.job('payment-repair')
      return `${no}がコンビニで支払われる（${state}、${status}）`
    },
  },
  {
    name: 'buy again',
    weight: 1,
    async run(world, random) {
      const [order] = await world.rows<{ order_no: string; customer_id: number }>(
        `select order_no, customer_id from orders where shop_id = 2 order by md5(id::text || $1) limit 1`,
        [String(random.seed())],
      )
      const person = world.people.find(({ id }) => id === Number(order?.customer_id))
      if (!order || !person) return null
      await world.call(person, 'POST /v1/order/public/buy-again', {
        body: { order_no: order.order_no, idempotency_key: world.key(random) },
      })
      return `${person.mark}が${order.order_no}をもう一度かごに入れる`
    },
  },
  {
    name: 'look at what is another’s',
    weight: 2,
    async run(world, random) {
      const [order] = await world.rows<{ order_no: string; subscription_id: number | null; customer_id: string }>(
        `select order_no, subscription_id, customer_id from orders where shop_id = 2 and customer_id = any($1) order by md5(id::text || $2) limit 1`,
        [world.people.map(({ id }) => id), String(random.seed())],
      )
      const person = world.people.find(({ id }) => id !== Number(order?.customer_id))
      if (!order || !person) return null
      const { order_no, subscription_id: id } = order
      const seen = [await world.call(person, 'GET /v1/order/public/detail/{order_no}', { params: { order_no } })]
      if (id !== null) {
        const params = { id }
        seen.push((await world.call(person, 'GET /v1/order/subscription/detail/{id}', { params })) as never)
        seen.push(
          (await world.call(person, 'PATCH /v1/order/subscription/{id}/skip', {
            params,
            body: { version: 1 },
          })) as never,
        )
      }
      for (const { status } of seen) if (status === 200) world.wrong(`${person.mark}が他の方の${order_no}に届いた`)
      return `${person.mark}が他の方の${order_no}を開こうとする`
    },
  },
  {
    name: 'look around',
    weight: 3,
    async run(world, random) {
      const person = random.pick(world.people)
      for (const key of [
        'GET /v1/customer/mypage-top',
        'GET /v1/order/public/list',
        'GET /v1/order/subscription/',
        'GET /v1/points',
        'GET /v1/order/public/purchases',
      ] as const)
        await world.call(person, key)
      return `${person.mark}がマイページを見る`
    },
  },
]
