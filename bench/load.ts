import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { jobTimeouts, openDatabase } from '@kushi/db/connect'
import { insertRunningPromotion } from '@kushi/shop/testing/promotions'
import { type LoadResult, load, request } from './http-load.ts'
import type { BenchMembers } from './prepare.ts'
import type { RunningShop } from './shop.ts'

const json = { 'content-type': 'application/json', 'x-shop-id': '2' }
const seconds = 8
/** SKUs for the orders: as in a real shop, buyers order different goods. */
const goods = [101, 102, 103, 104, 105, 106, 107, 109]

/** One kind of request, each from as many connections. */
export interface LoadPart {
  title: string
  connections: number
  next(): Buffer
}

/**
 * Measures requests per second, latency and processor time of reads, carts and orders, one after the other, each after
 * a warm-up. The processor time of an order includes its mail. `only`: runs the parts whose title begins with it.
 */
export async function measureLoad(shop: LoadedShop, members: BenchMembers, only = ''): Promise<void> {
  const titles = ['requests/s', 'p50 ms', 'p99 ms', 'server ms', 'database ms', 'failed']
  console.log(`\n${'load'.padEnd(34)}${titles.map((title) => title.padStart(12)).join('')}`)
  const run = async (parts: LoadPart[]) => {
    for (const part of parts.filter(({ title }) => title.startsWith(only))) {
      await load({ url: shop.url, ...part, seconds: 2 })
      const { rate, p50, p99, server, database, failed } = await measurePart(shop, part, seconds)
      const figures = [Math.round(rate), ...[p50, p99].map(tenths), ...[server, database].map(hundredths), failed]
      console.log(`${part.title.padEnd(34)}${figures.map((figure) => String(figure).padStart(12)).join('')}`)
    }
  }
  await run([...readParts(), ...(await purchaseParts(shop, members))])
  await addPromotions(shop.databaseUrl)
  const withPromotions = [quotePart(), ...(await purchaseParts(shop, members)).slice(-1)]
  await run(withPromotions.map((part) => ({ ...part, title: `${part.title}, 3 promotions` })))
}

const tenths = (figure: number) => figure.toFixed(1)
const hundredths = (figure: number) => figure.toFixed(2)

const readPart = (title: string, path: string, connections = 32): LoadPart => {
  const bytes = request('GET', path, { ...json, 'accept-encoding': 'br' })
  return { title, connections, next: () => bytes }
}

export const quotePart = (): LoadPart =>
  readPart('quote of two items', '/v1/product/sku/list?product_sku_ids=101:2&product_sku_ids=105:1', 16)

export const readParts = (): LoadPart[] => [
  readPart('list page (HTML)', '/sh/products'),
  readPart('product page (HTML)', '/sh/products/detail/1'),
  readPart('product list (JSON)', '/v1/product'),
  quotePart(),
]

/** A confirmation, a new cart and, last, an order at the total that the shop asks now. */
export async function purchaseParts(shop: Pick<LoadedShop, 'url'>, members: BenchMembers): Promise<LoadPart[]> {
  let next = 0
  const asMember = () => ({ ...json, authorization: `Bearer ${members.tokens[next++ % members.tokens.length]}` })
  const item = JSON.stringify({ product_sku_id: 101, quantity: 1, sale_type: 1 })
  const draft = JSON.stringify(draftOf(101, null))
  const bodies = await Promise.all(goods.map((sku) => orderBody(shop.url, sku)))
  let turn = 0
  const order = () => {
    const body = { ...bodies[turn++ % bodies.length], idempotency_key: randomUUID() }
    return request('POST', '/v1/order/public/new', asMember(), JSON.stringify(body))
  }
  return [
    {
      title: 'confirmation of an order',
      connections: 16,
      next: () => request('POST', '/v1/order/validates-data', asMember(), draft),
    },
    {
      title: 'new cart with an item',
      connections: 16,
      next: () => request('POST', '/v1/cart/items/new', asMember(), item),
    },
    { title: 'order, cash on delivery', connections: 16, next: order },
  ]
}

/** Three that fit every purchase: a percentage, an amount, and free delivery. */
export async function addPromotions(databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, jobTimeouts)
  const effects = [{ kind: 'percent', percent: 5 }, { kind: 'yen', yen: 100 }, { kind: 'free_delivery' }] as const
  for (const effect of effects) await insertRunningPromotion(db, { trigger: 'automatic', effect })
  await close()
  // The server hears of them by notification.
  await setTimeout(1_000)
}

type LoadedShop = Pick<RunningShop, 'url' | 'databaseUrl' | 'processor'>

/** `server`, `database`: milliseconds of the processor for one answer. */
export interface MeasuredPart extends LoadResult {
  server: number
  database: number
}

export async function measurePart(
  shop: Pick<LoadedShop, 'url' | 'processor'>,
  { connections, next }: LoadPart,
  seconds: number,
): Promise<MeasuredPart> {
  const before = shop.processor()
  const result = await load({ url: shop.url, connections, next, seconds })
  const after = shop.processor()
  const each = (part: 'server' | 'database') => (after[part] - before[part]) / result.count
  return { ...result, server: each('server'), database: each('database') }
}

/** The checkout's request for a preview of the order. */
function draftOf(sku: number, payment_method_id: number | null): object {
  return {
    is_subscription: false,
    items: [{ product_sku_id: sku, quantity: 1, revision: 1 }],
    shipping_address: {
      name01: '試験',
      name02: '花子',
      kana01: 'しけん',
      kana02: 'はなこ',
      postal_code01: '248',
      postal_code02: '0006',
      pref_id: 14,
      addr01: '鎌倉市小町',
      addr02: '0-0-0',
      addr03: '',
      phone_number: '09000000000',
    },
    delivery_notes: '',
    delivery_id: 1,
    delivery_time_id: null,
    delivery_date: null,
    payment_method_id,
    delivery_pattern: null,
  }
}

/** One order as the confirmation screen would send it; only the idempotency key differs between customers. */
export async function orderBody(url: string, sku: number, payment_method_id: number | null = null): Promise<object> {
  const draft = draftOf(sku, payment_method_id)
  const answer = await fetch(`${url}/v1/order/validates-data`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(draft),
  })
  const { data } = (await answer.json()) as {
    data: { summary: { payment_total: number }; first_delivery_date: string; terms_version: string }
  }
  const shown = {
    payment_total: data.summary.payment_total,
    following_payment_total: null,
    first_delivery_date: data.first_delivery_date,
    next_delivery_date: null,
    next_next_delivery_date: null,
    terms_version: data.terms_version,
    shown_at: new Date().toISOString(),
    text: `お支払い合計 ${data.summary.payment_total}円`,
  }
  return { ...draft, card: null, shown }
}
