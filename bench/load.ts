import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { jobTimeouts, openDatabase } from '@kushi/db/connect'
import { runningPromotion } from '@kushi/shop/testing/promotions'
import { type LoadPlan, load, request } from './http-load.ts'
import type { BenchMembers } from './prepare.ts'
import type { RunningShop } from './shop.ts'

const json = { 'content-type': 'application/json', 'x-shop-id': '2' }
const seconds = 8
/** SKUs for the orders: as in a real shop, buyers order different goods. */
const goods = [101, 102, 103, 104, 105, 106, 107, 109]

/**
 * Measures requests per second, latency and processor time of reads, carts and orders, one after the other, each after
 * a warm-up. The processor time of an order includes its mail. `only`: runs the parts whose title begins with it.
 */
export async function measureLoad(shop: LoadedShop, members: BenchMembers, only = ''): Promise<void> {
  const titles = ['requests/s', 'p50 ms', 'p99 ms', 'server ms', 'database ms', 'failed']
  console.log(`\n${'load'.padEnd(34)}${titles.map((title) => title.padStart(12)).join('')}`)
  const run = async (title: string, connections: number, next: () => Buffer) => {
    if (title.startsWith(only)) await measure(shop, title, { url: shop.url, connections, next })
  }
  const read = (title: string, path: string, connections = 32) => {
    const bytes = request('GET', path, { ...json, 'accept-encoding': 'br' })
    return run(title, connections, () => bytes)
  }
  await read('list page (HTML)', '/sh/products')
  await read('product page (HTML)', '/sh/products/detail/1')
  await read('product list (JSON)', '/v1/product')
  const quote = (more = '') =>
    read(`quote of two items${more}`, '/v1/product/sku/list?product_sku_ids=101:2&product_sku_ids=105:1', 16)
  await quote()
  let next = 0
  const asMember = () => ({ ...json, authorization: `Bearer ${members.tokens[next++ % members.tokens.length]}` })
  const item = JSON.stringify({ product_sku_id: 101, quantity: 1, sale_type: 1 })
  const draft = JSON.stringify(draftOf(101, null))
  const confirmation = () => request('POST', '/v1/order/validates-data', asMember(), draft)
  await run('confirmation of an order', 16, confirmation)
  await run('new cart with an item', 16, () => request('POST', '/v1/cart/items/new', asMember(), item))
  const order = async (more = '') => {
    const bodies = await Promise.all(goods.map((sku) => orderBody(shop.url, sku)))
    let turn = 0
    await run(`order, cash on delivery${more}`, 16, () => {
      const body = { ...bodies[turn++ % bodies.length], idempotency_key: randomUUID() }
      return request('POST', '/v1/order/public/new', asMember(), JSON.stringify(body))
    })
  }
  await order()
  await addPromotions(shop.databaseUrl)
  await quote(', 3 promotions')
  await order(', 3 promotions')
}

/** Three that fit every purchase: a percentage, an amount, and free delivery. */
async function addPromotions(databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, jobTimeouts)
  const effects = [{ kind: 'percent', percent: 5 }, { kind: 'yen', yen: 100 }, { kind: 'free_delivery' }] as const
  for (const effect of effects) await runningPromotion(db, { trigger: 'automatic', effect })
  await close()
  // The server hears of them by notification.
  await setTimeout(1_000)
}

type LoadedShop = Pick<RunningShop, 'url' | 'databaseUrl' | 'processor'>

async function measure(shop: LoadedShop, title: string, plan: Pick<LoadPlan, 'url' | 'connections' | 'next'>) {
  await load({ ...plan, seconds: 2 })
  const before = shop.processor()
  const { count, rate, p50, p99, failed } = await load({ ...plan, seconds })
  const after = shop.processor()
  const each = (part: 'server' | 'database') => ((after[part] - before[part]) / count).toFixed(2)
  const figures = [Math.round(rate), p50.toFixed(1), p99.toFixed(1), each('server'), each('database'), failed]
  console.log(`${title.padEnd(34)}${figures.map((figure) => String(figure).padStart(12)).join('')}`)
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
