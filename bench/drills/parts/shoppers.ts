import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { gmoGatewayClient, TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { orderBody } from '../../load.ts'

export interface Plan {
  url: string
  sandboxUrl: string
  /** Tokens of unused members, one each. */
  tokens: string[]
  /** Number of shoppers of each kind, who continue until `over` is true. */
  browsing: number
  cash: number
  card: number
  over(): boolean
  /** Pause in ms after a page (default 150) and after an order (300). */
  rest?: number
  /** Called for each order that was answered. */
  ordered?(): void
}

export interface ShoppersReport {
  /** The idempotency key of every answered order, with its number. */
  orders: Map<string, string>
  byCard: number
  pages: number
  carts: number
  /** Number of requests that were repeated after no response or a 5xx, by its kind. */
  again: Map<string, number>
  /** Longest time from the first press to the order number. */
  slowest: number
}

interface PlacedOrder {
  order_no: string
  status: string
  redirect_url: string | null
}

/** A response that asks the client to retry must say when. */
const said = ({ status, headers }: Response) =>
  status === 503 && !headers.has('retry-after')
    ? `503 without Retry-After (${headers.get('content-type')})`
    : String(status)

const paths = ['/sh/', '/sh/products', '/sh/products/detail/1', '/v1/product', '/v1/product/detail/8']
const goods = [101, 102, 103, 104, 105, 106, 107, 109]

/**
 * Shoppers who browse, fill carts and order, by cash on delivery and by card. They repeat unanswered requests as the
 * browser does: the same request with the same key.
 */
export async function shop(plan: Plan): Promise<ShoppersReport> {
  const { url, over, tokens } = plan
  const done: ShoppersReport = { orders: new Map(), byCard: 0, pages: 0, carts: 0, again: new Map(), slowest: 0 }
  const gateway = gmoGatewayClient({ url: plan.sandboxUrl, stop: async () => undefined })
  let member = 0

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init }).catch((error: Error) => error)
      if (answer instanceof Response && answer.status < 500) return answer
      const what = `${init.method ?? 'GET'} ${answer instanceof Response ? said(answer) : 'cut off'}`
      noteAgain(what)
      if (attempt > 1_500) throw new Error(`${path} stays without an answer: ${what}`)
      await wait(200)
    }
  }
  const withToken = (token: string) => ({
    'content-type': 'application/json',
    'x-shop-id': '2',
    authorization: `Bearer ${token}`,
  })
  async function send(path: string, token: string, body: object) {
    const answer = await ask(path, { method: 'POST', headers: withToken(token), body: JSON.stringify(body) })
    // The confirmation is outdated, e.g. at midnight: it is shown again.
    if (answer.status === 409) return null
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { data: PlacedOrder }
  }
  const noteAgain = (what: string) => done.again.set(what, (done.again.get(what) ?? 0) + 1)

  /** If it is not yet known whether the card was charged, the shopper presses once more, with the same key. */
  async function untilKnown(placed: PlacedOrder, token: string, body: object): Promise<PlacedOrder> {
    let known = placed
    for (let attempt = 0; known.redirect_url === null && known.status === 'payment_pending'; attempt++) {
      if (attempt > 90) throw new Error(`${known.order_no} stays without a word from the bank`)
      noteAgain('payment not known yet')
      await wait(2_000)
      known = (await send('/v1/order/public/new', token, body))?.data ?? known
    }
    return known
  }

  async function browse(_: unknown, index: number) {
    for (let turn = index; !over(); turn++) {
      const answer = await ask(paths[turn % paths.length]!)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${answer.status} for ${paths[turn % paths.length]}`)
      done.pages++
      await wait(plan.rest ?? 150)
    }
  }

  /** Reads before the press may be repeated without a key. */
  async function confirmed(sku: number, method: number | null): Promise<object> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await orderBody(url, sku, method)
      } catch (error) {
        noteAgain('POST draft')
        if (attempt > 1_500) throw error
        await wait(200)
      }
    }
  }

  const buyer = (isCard: boolean) => async () => {
    while (!over()) {
      // Who has shopped comes again when all have.
      const token = tokens[member++ % tokens.length]!
      const product_sku_id = goods[member % goods.length]!
      // The call that may be repeated: another press on カートに入れる would add another piece.
      await send('/v1/cart/items/sync', token, {
        items: [{ product_sku_id, quantity: 1, subscription: 0 }],
        idempotency_key: randomUUID(),
      })
      const cart = await (await ask('/v1/cart/items?is_subscription=false', { headers: withToken(token) })).json()
      const quantities = (cart as { data: { items: { quantity: number }[] } }).data.items.map((one) => one.quantity)
      if (quantities.join() !== '1') throw new Error(`put into the cart once, there: ${quantities}`)
      done.carts++
      const idempotency_key = randomUUID()
      const method = isCard ? PAYMENT_METHOD.credit_card : null
      const body = {
        ...(await confirmed(product_sku_id, method)),
        idempotency_key,
        ...(isCard && { card: { token: await gateway.token(TEST_CARD_NUMBERS.ok), save_card: false } }),
      }
      const pressed = performance.now()
      const placed = await send('/v1/order/public/new', token, body)
      if (placed === null) {
        noteAgain('shown anew')
        continue
      }
      const data = isCard ? await untilKnown(placed.data, token, body) : placed.data
      // Nothing was charged: the shopper orders again.
      if (data.status === 'payment_error') {
        noteAgain('ordered anew')
        continue
      }
      if (isCard) await confirmAtBank(data.order_no, data.redirect_url, token)
      done.slowest = Math.max(done.slowest, performance.now() - pressed)
      done.orders.set(idempotency_key, data.order_no)
      plan.ordered?.()
      await wait(plan.rest ?? 300)
    }
  }

  async function confirmAtBank(order_no: string, redirect: string | null, token: string) {
    if (redirect === null) throw new Error(`${order_no} leads to no bank`)
    const AccessID = await gateway.visit(redirect)
    const back = await ask('/v1/payment/gmo/return', { method: 'POST', body: new URLSearchParams({ AccessID }) })
    await back.arrayBuffer()
    if (back.status !== 303) throw new Error(`${order_no}: ${back.status} on the way back`)
    for (let attempt = 0; ; attempt++) {
      const list = await ask(`/v1/order/public/list?order_no=${order_no}`, { headers: withToken(token) })
      const { data } = (await list.json()) as { data: { items: { status: string }[] } }
      const status = data.items[0]?.status
      if (status === 'received') break
      // The process that handled it died: the job continues it.
      if (status !== 'payment_pending' || attempt > 300) throw new Error(`${order_no} by card is ${status}`)
      await wait(500)
    }
    done.byCard++
  }

  const people = (count: number, live: (_: unknown, index: number) => Promise<void>) =>
    Array.from({ length: count }, (_, index) => live(_, index))
  await Promise.all([
    ...people(plan.browsing, browse),
    ...people(plan.cash, buyer(false)),
    ...people(plan.card, buyer(true)),
  ])
  return done
}
