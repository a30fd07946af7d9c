import type { OrderRefund } from '@kushi/contract/admin/order'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { splitParcel } from '@kushi/shop/sales/fulfilment/split-order'
import { mapOrderFees } from '@kushi/values/order-amounts'
import { isPrepaidMethod, paymentMethodName } from '@kushi/values/payment-method'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import type { World, WorldAnswer } from '../world.ts'
import { addressOf, soldGoods, wantedBy } from './shopping.ts'

type OrderSeen = WorldAnswer<'GET /admin/v1/orders/{id}'>['data']
const why = { decision_reason: '検証', notify: true }

async function anyOrder(world: World, random: Random, statuses: readonly string[]): Promise<OrderSeen | null> {
  const all = await world.rows<{ id: number }>(
    `select id from orders where shop_id = 2 and status = any($1) and customer_id = any($2) order by id`,
    [statuses, world.people.map(({ id }) => id)],
  )
  if (all.length === 0) return null
  const { status, data } = await world.admin('manager', 'GET /admin/v1/orders/{id}', {
    params: { id: random.pick(all).id },
  })
  return status === 200 ? data : null
}

/** Mostly one whose page offers the button; now and then one whose page does not. */
async function fittingOrder(
  world: World,
  random: Random,
  statuses: readonly string[],
  name: keyof OrderSeen['refusals'],
): Promise<OrderSeen | null> {
  const mayBeRefused = random.chance(0.2)
  for (let tries = 4; tries > 0; tries--) {
    const order = await anyOrder(world, random, statuses)
    if (!order || mayBeRefused || order.refusals[name] === null) return order
  }
  return null
}

/** A button of an order's page that says beforehand whether it can be pressed. */
const button = (
  name: keyof OrderSeen['refusals'],
  says: string,
  weight: number,
  statuses: readonly string[],
  press: (world: World, order: OrderSeen, random: Random) => Promise<{ status: number } | null>,
): Move => ({
  name: `desk ${says}`,
  weight,
  async run(world, random) {
    const order = await fittingOrder(world, random, statuses, name)
    if (!order) return null
    const refusal = order.refusals[name]
    const outcome = await press(world, order, random)
    if (!outcome) return null
    const { status } = outcome
    if (refusal !== null && status < 300 && status > 0 && !world.isDisturbed)
      world.wrong(`注文${order.order_no}の「${says}」は画面が断っている（${refusal}）のにできた`)
    if (refusal === null && status === 409 && world.said.at(-1)?.error === 'ERROR_ORDER_STATUS' && !world.isDisturbed)
      world.wrong(`注文${order.order_no}の「${says}」は画面にあるのに断られた（${JSON.stringify(world.said.at(-1))}）`)
    if (status === 200) world.meet(order.order_no, [says])
    return `店が注文${order.order_no}を${says}（${status}）`
  },
})

const OPEN = ['received', 'arranged'] as const
const GONE = ['shipped', 'delivered'] as const

/** Some of what can go, as the truck takes it. */
export async function parcelsLeave(world: World, random: Random): Promise<string | null> {
  const all = await world.rows<{ order_no: string }>(
    `select order_no from orders where shop_id = 2 and status in ('received', 'arranged') and customer_id = any($1) order by id`,
    [world.people.map(({ id }) => id)],
  )
  const some = all.filter(() => random.chance(0.7)).slice(0, 4)
  if (some.length === 0) return null
  const outcomes = []
  for (const { order_no } of some) {
    const tracking_no = String(100_000_000_000 + random.below(900_000_000))
    const done = await world.work('運送会社', (ctx) => shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no }))
    if (done) world.meet(order_no, ['出荷'])
    outcomes.push(`${order_no}${done ? '' : '（出せない）'}`)
  }
  return `${outcomes.join('、')}を出荷する`
}

export async function parcelsArrive(world: World, random: Random): Promise<string | null> {
  const all = await world.rows<{ id: number; order_no: string }>(
    `select id, order_no from orders where shop_id = 2 and status = 'shipped' and customer_id = any($1) order by id`,
    [world.people.map(({ id }) => id)],
  )
  const some = all.filter(() => random.chance(0.8))
  if (some.length === 0) return null
  for (const { id, order_no } of some) {
    const { status } = await world.admin('orders', 'POST /admin/v1/orders/{id}/receive', { params: { id }, body: {} })
    if (status === 200) world.meet(order_no, ['お届け済み'])
  }
  return `${some.map(({ order_no }) => order_no).join('、')}が届く`
}

/** What the 赤伝 of an order took back of it. */
async function creditedOf(world: World, order_id: number): Promise<number> {
  const [credited] = await world.rows<{ yen: number }>(
    'select coalesce(sum(amount), 0)::int as yen from order_credit where shop_id = 2 and order_id = $1',
    [order_id],
  )
  return credited!.yen
}

export const desk: Move[] = [
  { name: 'parcels leave', weight: 14, run: parcelsLeave },
  { name: 'parcels arrive', weight: 12, run: parcelsArrive },
  {
    name: 'desk too little',
    weight: 4,
    async run(world, random) {
      const order = await anyOrder(world, random, ['payment_pending'])
      const paid = order?.payments[0]
      if (!order || !paid?.to_pay || paid.captured_amount === 0) return null
      const params = { id: order.id }
      const isTaken = random.chance(0.5)
      const { status } = isTaken
        ? await world.admin('manager', 'POST /admin/v1/orders/{id}/take-as-paid', {
            params,
            body: { captured_amount: paid.captured_amount, decision_reason: why.decision_reason },
          })
        : await world.admin('orders', 'POST /admin/v1/orders/{id}/cancel', {
            params,
            body: { ...why, keep_subscription: false },
          })
      if (isTaken && status === 200) world.sometimes('too little was taken as paid')
      return `店が注文${order.order_no}の足りない振込を${isTaken ? '受け取る' : 'やめて返す'}（${status}）`
    },
  },
  button('cancel', 'キャンセル', 4, OPEN, (world, { id }, random) =>
    world.admin('orders', 'POST /admin/v1/orders/{id}/cancel', {
      params: { id },
      body: { ...why, keep_subscription: random.chance(0.5) },
    }),
  ),
  button('refund', '返金', 5, GONE, async (world, order, random) => {
    const { id, payments, refundable, owed_amount, payment_method_id } = order
    const paid = payments[0]
    const goods = refundable.items.filter(({ amounts }) => amounts.length > 0)
    const isReturn = random.chance(0.3)
    const isOwed = owed_amount > 0 && random.chance(0.7)
    const refund = (): OrderRefund => {
      if (isReturn) return { kind: 'return', keep_subscription: random.chance(0.5), restock: random.chance(0.5) }
      if (isOwed) return { kind: 'owed' }
      if (goods.length === 0 || random.chance(0.4))
        return { kind: 'reduction', amount: random.between(1, Math.max(1, refundable.amount)) }
      const { order_item_id, amounts } = random.pick(goods)
      const quantity = random.between(1, amounts.length)
      const items = [{ order_item_id, quantity, restock: random.chance(0.5) }]
      return { kind: 'goods', items, ...mapOrderFees(() => false), amount: amounts[quantity - 1]! }
    }
    const made = refund()
    const before = await creditedOf(world, id)
    const answer = await world.admin('manager', 'POST /admin/v1/orders/{id}/refund', {
      params: { id },
      body: {
        refund: made,
        by_hand: payment_method_id === null || isPrepaidMethod(payment_method_id) || random.chance(0.15),
        seen: {
          refunded_amount: paid?.refunded_amount ?? 0,
          repaid_amount: paid?.repaid_amount ?? 0,
          owed_amount,
        },
        ...why,
      },
    })
    const credited = (await creditedOf(world, id)) - before
    if (answer.status === 200 && 'amount' in made && made.amount !== credited && !world.isDisturbed)
      world.wrong(`${order.order_no}は${made.amount}円を返すと言って、赤伝は${credited}円`)
    const isRest = [...world.rests.values()].some((rest) => rest.order_no === order.order_no && rest.owed > 0)
    if (answer.status === 200 && made.kind === 'owed' && isRest) {
      world.meet(order.order_no, ['年払いの返金'])
      world.sometimes('a rest was given back')
    }
    return answer
  }),
  button('change', '変更', 5, OPEN, async (world, order, random) => {
    if (!order.shipping_address) return null
    const goods = await soldGoods(world)
    const what = random.pick(['数量', '商品', '住所', '調整'] as const)
    const own = order.items.filter(
      ({ gift_promotion_id, set_sku_id }) => gift_promotion_id === null && set_sku_id === null,
    )
    const items = own.map(({ product_sku_id, quantity }) => ({
      product_sku_id,
      quantity: what === '数量' ? random.between(1, 4) : quantity,
    }))
    if (what === '商品') items.push({ product_sku_id: random.pick(goods).id, quantity: 1 })
    const person = world.people.find((one) => one.id === order.customer.id)
    if (items.length === 0 || !person) return null
    const { shipping_address } = order
    const body = {
      version: order.version,
      shipping_address: what === '住所' ? addressOf(person, random, 1) : (shipping_address as never),
      delivery_notes: order.delivery_notes,
      delivery_id: order.delivery_id,
      delivery_time_id: order.delivery_time_id,
      delivery_date: order.delivery_date,
      items,
      adjustment_amount: what === '調整' ? random.between(-500, 500) : order.adjustment_amount,
      ...why,
    }
    return world.admin('orders', 'PUT /admin/v1/orders/{id}', { params: { id: order.id }, body })
  }),
  button('address', '宛先の変更を頼む', 2, ['received', 'arranged'], async (world, order, random) => {
    const person = world.people.find((one) => one.id === order.customer.id)
    if (!person) return null
    return world.admin('orders', 'POST /admin/v1/orders/{id}/address-wish', {
      params: { id: order.id },
      body: { shipping_address: addressOf(person, random, 1), ...why },
    })
  }),
  button('replace', '再送・交換', 2, GONE, async (world, order, random) => {
    const left = order.items.filter(({ replaceable }) => replaceable > 0)
    if (left.length === 0) return null
    const { id: order_item_id, product_sku_id } = random.pick(left)
    const kind = random.pick(['resend', 'exchange'] as const)
    const goods = await soldGoods(world)
    return world.admin('orders', 'POST /admin/v1/orders/{id}/replacement', {
      params: { id: order.id },
      body: {
        kind,
        items: [
          { order_item_id, product_sku_id: kind === 'resend' ? product_sku_id : random.pick(goods).id, quantity: 1 },
        ],
        idempotency_key: world.key(random),
        ...why,
      },
    })
  }),
  button('goods_back', '交換の戻りを記録', 2, GONE, (world, { id }, random) =>
    world.admin('orders', 'POST /admin/v1/orders/{id}/goods-back', {
      params: { id },
      body: { restock: random.chance(0.5), decision_reason: '検証' },
    }),
  ),
  button('parcel_back', '荷物の戻りを記録', 2, GONE, async (world, order, random) => {
    // Of one that came back already it changes nothing.
    const parcel = order.shipments.find(({ status }) => status !== 'cancelled' && status !== 'returned')
    if (!parcel) return null
    return world.admin('orders', 'POST /admin/v1/orders/{id}/parcels/{shipment_no}/back', {
      params: { id: order.id, shipment_no: parcel.shipment_no },
      body: { is_unpaid: random.chance(0.5), decision_reason: '検証' },
    })
  }),
  button('cash', '代引の入金を記録', 1, GONE, async (world, order, random) => {
    const paid = order.payments[0]
    if (!paid || paid.amount <= paid.captured_amount) return null
    return world.admin('manager', 'POST /admin/v1/orders/{id}/cash', {
      params: { id: order.id },
      body: {
        amount: random.between(1, paid.amount - paid.captured_amount),
        captured_amount: paid.captured_amount,
        paid_on: world.today,
        decision_reason: '検証',
      },
    })
  }),
  {
    name: 'desk splits',
    weight: 1,
    async run(world, random) {
      const order = await anyOrder(world, random, OPEN)
      const item = order?.items[0]
      if (!order || !item) return null
      const items = [{ product_code: item.product_code, quantity: 1 }]
      const done = await world.work('倉庫', (ctx) => splitParcel(ctx, { order_no: order.order_no, items }))
      if (done) world.meet(order.order_no, ['分納'])
      return `倉庫が${order.order_no}を分けて出すことにする${done ? '' : '（できない）'}`
    },
  },
  {
    name: 'desk cancels a parcel',
    weight: 2,
    async run(world, random) {
      const [one] = await world.rows<{ id: number; shipment_no: string; order_no: string }>(
        `select o.id, s.shipment_no, o.order_no from shipment s join orders o on o.shop_id = s.shop_id and o.id = s.order_id
         where s.shop_id = 2 and s.status not in ('shipped', 'delivered', 'cancelled') and exists
           (select 1 from shipment t where t.shop_id = 2 and t.order_id = o.id and t.id <> s.id)
         order by md5(s.id::text || $1) limit 1`,
        [String(random.seed())],
      )
      if (!one) return null
      const { id, shipment_no, order_no } = one
      const { status } = await world.admin('orders', 'POST /admin/v1/orders/{id}/parcels/{shipment_no}/cancel', {
        params: { id, shipment_no },
        body: why,
      })
      if (status === 200) world.meet(order_no, ['欠品'])
      return `店が${order_no}の残りを欠品にする（${status}）`
    },
  },
  {
    name: 'desk phone order',
    weight: 3,
    async run(world, random) {
      const person = random.pick(world.people)
      const made = await wantedBy(world, person, random, { isByPhone: true })
      if (!made) return null
      const { is_subscription: _, items: chosen, ...rest } = made.draft
      const items = chosen.map(({ product_sku_id, quantity }) => ({ product_sku_id, quantity }))
      const params = { id: person.id }
      const order = { ...rest, delivery_notes: rest.delivery_notes ?? '', items }
      const shown = await world.admin('manager', 'POST /admin/v1/customers/{id}/orders/preview', {
        params,
        body: order,
      })
      if (shown.status !== 200) return `店が${person.mark}の電話を受けるが、注文にできない（${shown.status}）`
      const { summary, first_delivery_date } = shown.data
      const seen = {
        ...order,
        idempotency_key: world.key(random),
        shown_payment_total: summary.payment_total,
        shown_following_total: summary.following?.payment_total ?? null,
        ...(summary.later ? { shown_later_totals: summary.later.map(({ payment_total }) => payment_total) } : {}),
        shown_delivery_date: first_delivery_date,
      }
      if (order.payment_method_id === 1) {
        const sent = await world.admin('manager', 'POST /admin/v1/customers/{id}/order-requests', {
          params,
          body: seen,
        })
        return `店が${person.mark}に支払いのリンクを送る（${sent.status}）`
      }
      const placed = await world.admin('manager', 'POST /admin/v1/customers/{id}/orders', {
        params,
        body: { ...seen, third_party_consent: true },
      })
      const order_no = placed.status === 200 ? placed.data.order_no : null
      if (order_no) world.meet(order_no, [...made.features, '電話注文'])
      return `店が${person.mark}の電話注文を${paymentMethodName(order.payment_method_id)}で受ける（${placed.status}）`
    },
  },
  {
    name: 'desk contract',
    weight: 3,
    async run(world, random) {
      const all = await world.rows<{ id: number }>(
        `select id from subscription where shop_id = 2 and customer_id = any($1) order by id`,
        [world.people.map(({ id }) => id)],
      )
      if (all.length === 0) return null
      const { id } = random.pick(all)
      const seen = await world.admin('support', 'GET /admin/v1/subscriptions/{id}', { params: { id } })
      if (seen.status !== 200) return null
      const { version, payment_total, yearly } = seen.data as unknown as {
        version: number
        payment_total: number
        yearly: { rest_amount: number; kept_amount: number } | null
      }
      const most = yearly === null ? 0 : Math.max(0, Math.min(yearly.rest_amount, yearly.kept_amount - 1))
      const params = { id }
      const body = { version, notify: true }
      const what = random.pick(['お休み', '休止', '再開', 'この回で解約', '解約', '再決済', '打ち切り'] as const)
      const { status } = await {
        お休み: () => world.admin('manager', 'POST /admin/v1/subscriptions/{id}/skip', { params, body }),
        休止: () => world.admin('manager', 'POST /admin/v1/subscriptions/{id}/pause', { params, body }),
        再開: () =>
          world.admin('manager', 'POST /admin/v1/subscriptions/{id}/reopen', {
            params,
            body: { ...body, shown_payment_total: payment_total },
          }),
        この回で解約: () =>
          world.admin('manager', 'POST /admin/v1/subscriptions/{id}/cancel-after', {
            params,
            body: { ...body, reason: 1, detail: '電話で' },
          }),
        解約: () =>
          world.admin('manager', 'POST /admin/v1/subscriptions/{id}/cancel', {
            params,
            body: { ...body, reason: 1, detail: '電話で' },
          }),
        再決済: () => world.admin('manager', 'POST /admin/v1/subscriptions/{id}/retry', { params }),
        打ち切り: () =>
          world.admin('manager', 'POST /admin/v1/subscriptions/{id}/end', {
            params,
            body: { notify: true, decision_reason: '販売終了', refund_amount: random.chance(0.5) ? most : 0 },
          }),
      }[what]()
      if (status === 200) world.meet(`S${id}`, [`店の${what}`])
      return `店が定期便${id}を${what}（${status}）`
    },
  },
]
