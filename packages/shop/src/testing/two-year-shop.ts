import { randomUUID } from 'node:crypto'
import { columnsOfRows, valuesTableSql } from '@kushi/db/bulk-rows'
import type { Db } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { order_credit, order_credit_item, order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import type { CancelOffer } from '@kushi/values/cancel-offer'
import { taxIncludedIn } from '@kushi/values/price'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { kamakuraAddress } from './order.ts'

/** One order of the shop that was lived in, as it was meant: what reports are compared with. */
export interface TwoYearOrder {
  id: number
  customer_id: number
  subscription_id: number | null
  cycle: number | null
  ordered: CalendarDate
  due: CalendarDate
  /** null: it has not left yet, or never will. */
  shipped: CalendarDate | null
  returned: CalendarDate | null
  is_cancelled: boolean
  product_id: number
  quantity: number
  goods: number
  discount: number
  fee: number
  method: number | null
  adcd: string | null
}

/** One 定期便 of it. */
export interface TwoYearContract {
  id: number
  customer_id: number
  adcd: string | null
  method: number | null
  product_id: number
  ended: CalendarDate | null
  reason: number | null
  /** The delivery that comes next, or would have come. */
  next_cycle: number
  next_due: CalendarDate
  pauses: { from: CalendarDate; until: CalendarDate | null; reason: number | null }[]
  /** What was offered when it was cancelled. */
  offered: CancelOffer[]
  skips: { day: CalendarDate; reason: number | null; instead_of: InsteadOf | null }[]
}

/** An offer that was taken instead of 解約. */
interface InsteadOf {
  reason: number
  offered: CancelOffer[]
  taken: CancelOffer
}

export interface TwoYearShop {
  today: CalendarDate
  orders: TwoYearOrder[]
  contracts: TwoYearContract[]
}

/** A fixed sequence of numbers from 0 to 1 (mulberry32), so that a shop can be lived in again. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const goods = [
  { sku: 101, product_id: 1, price: 3_300 },
  { sku: 128, product_id: 12, price: 5_500 },
] as const
const codes = [null, 'AD-A', 'AD-B'] as const
const INTERVAL = 30
/** The share of contracts that end before their second, third and each later delivery. */
export const TEST_CHURN_RATES = [0.25, 0.15, 0.07] as const

/**
 * Two years of a shop with known churn: orders, deliveries, returns, 休止 and 解約 as rows with their events, without the handlers, so that a
 * test takes seconds. Every number follows from `seed`.
 */
export async function insertTwoYearsOfShop(
  db: Db,
  { shop_id = 2, members, today, seed = 1 }: { shop_id?: number; members: number; today: CalendarDate; seed?: number },
): Promise<TwoYearShop> {
  const roll = dice(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)]!
  const start = addDays(today, -730)
  const rollEarly = dice(29)
  const lived: TwoYearShop = { today, orders: [], contracts: [] }
  let order_id = 10_000_000
  let subscription_id = 10_000_000
  const people = Array.from({ length: members }, (_, n) => ({
    id: 10_000_000 + n,
    joined: addDays(start, Math.floor(roll() * 725)),
  }))

  const order = (
    one: Omit<
      TwoYearOrder,
      'id' | 'quantity' | 'goods' | 'discount' | 'fee' | 'product_id' | 'shipped' | 'returned'
    > & {
      item: (typeof goods)[number]
    },
  ): TwoYearOrder => {
    const { item, ...rest } = one
    const quantity = roll() < 0.2 ? 2 : 1
    const left = addDays(one.due, -2)
    const shipped = one.is_cancelled || left > today ? null : left
    const back = shipped !== null && roll() < 0.03 ? addDays(shipped, 7) : null
    const subtotal = item.price * quantity
    const made = {
      ...rest,
      id: ++order_id,
      product_id: item.product_id,
      quantity,
      goods: subtotal,
      discount: one.subscription_id === null ? 0 : Math.floor(subtotal * 0.1),
      fee: subtotal >= 5_000 ? 0 : 660,
      shipped,
      returned: back !== null && back <= today ? back : null,
    }
    lived.orders.push(made)
    return made
  }

  for (const person of people) {
    const adcd = pick(codes)
    const method = roll() < 0.7 ? 1 : null
    const item = pick(goods)
    const own = { customer_id: person.id, adcd, method, item }
    if (roll() < 0.5) {
      let day = person.joined
      for (let n = 1 + Math.floor(roll() * 4); n > 0 && day <= today; n--) {
        order({
          ...own,
          subscription_id: null,
          cycle: null,
          ordered: day,
          due: addDays(day, 5),
          is_cancelled: roll() < 0.05,
        })
        day = addDays(day, 20 + Math.floor(roll() * 60))
      }
      continue
    }
    const id = ++subscription_id
    const contract: TwoYearContract = {
      id,
      customer_id: person.id,
      adcd,
      method,
      product_id: item.product_id,
      ended: null,
      reason: null,
      next_cycle: 1,
      next_due: addDays(person.joined, 5),
      pauses: [],
      offered: [],
      skips: [],
    }
    lived.contracts.push(contract)
    for (;;) {
      const { next_cycle: cycle, next_due: due } = contract
      const arranged = cycle === 1 ? person.joined : addDays(due, -10)
      const leaves = addDays(due, -12)
      if (cycle > 1 && leaves <= today && roll() < TEST_CHURN_RATES[Math.min(cycle - 2, 2)]!) {
        contract.ended = leaves
        contract.reason = 1 + Math.floor(roll() * 7)
        break
      }
      if (cycle > 1 && leaves <= today && roll() < 0.04) {
        const until = addDays(leaves, 75)
        contract.pauses.push({ from: leaves, until: until <= today ? until : null, reason: null })
        if (until > today) break
        contract.next_due = addDays(until, 15)
        continue
      }
      if (arranged > today) break
      const made = order({
        ...own,
        subscription_id: id,
        cycle,
        ordered: arranged,
        due,
        is_cancelled: cycle === 1 && roll() < 0.05,
      })
      if (made.is_cancelled) contract.ended = made.ordered
      else if (cycle === 1 && made.returned) contract.ended = made.returned
      else if (cycle === 1 && made.shipped !== null && rollEarly() < 0.1) {
        // Cancelled before the first parcel leaves, which is kept all the same.
        contract.ended = addDays(made.ordered, 1)
        contract.reason = 1 + Math.floor(rollEarly() * 7)
      }
      if (made.shipped === null && !made.is_cancelled) break
      contract.next_cycle = cycle + 1
      contract.next_due = addDays(due, INTERVAL)
      if (contract.ended) break
    }
  }
  giveReasons(lived)
  await write(db, shop_id, people, lived)
  return lived
}

/** Reasons and offers, thrown apart from the lives, which stay as they are. */
function giveReasons({ contracts, orders, today }: TwoYearShop): void {
  const roll = dice(11)
  for (const one of contracts) {
    if (one.reason !== null && roll() < 0.7) one.offered = one.reason % 2 === 0 ? ['skip', 'longer'] : ['pause']
    for (const pause of one.pauses) pause.reason = roll() < 0.6 ? 1 + Math.floor(roll() * 6) : null
    for (const { shipped } of orders.filter(({ subscription_id }) => subscription_id === one.id)) {
      const day = shipped === null ? today : addDays(shipped, 3)
      if (shipped === null || day > (one.ended ?? today) || roll() > 0.2) continue
      const isInstead = roll() < 0.5
      one.skips.push({
        day,
        reason: !isInstead && roll() < 0.7 ? 1 + Math.floor(roll() * 4) : null,
        instead_of: isInstead
          ? { reason: 1 + Math.floor(roll() * 7), offered: ['skip', 'longer', 'fewer'], taken: 'skip' }
          : null,
      })
    }
  }
}

/** Rows with their own ids, in one statement. */
async function insertRows<T extends PgTable>(db: Db, table: T, rows: readonly T['$inferInsert'][]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.raw(columnsOfRows(table, rows).join(', '))
  await db.execute(
    sql`insert into ${table} (${columns}) overriding system value select ${columns} from ${valuesTableSql(table, rows)}`,
  )
}

const at = (day: CalendarDate, hour = 10) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+09:00`)
const system = { actor_kind: 'system' as const, actor_id: null, actor_name: 'test' }

async function write(
  db: Db,
  shop_id: number,
  people: readonly { id: number; joined: CalendarDate }[],
  lived: TwoYearShop,
) {
  const person = (id: number) => ({ id, shop_id, email: `${randomUUID()}@example.com`, ...kamakuraAddress })
  await insertRows(
    db,
    customer,
    people.map(({ id, joined }) => ({ ...person(id), created_at: at(joined, 9) })),
  )
  await insertRows(
    db,
    subscription,
    lived.contracts.map((one) => ({
      id: one.id,
      shop_id,
      customer_id: one.customer_id,
      summary_status: one.ended ? 6 : one.pauses.at(-1)?.until === null ? 5 : 1,
      ...kamakuraAddress,
      delivery_id: 1,
      subscription_division_id: 3,
      param1: INTERVAL,
      next_delivery_date: one.next_due,
      next_next_delivery_date: addDays(one.next_due, INTERVAL),
      payment_method_id: one.method,
      delivery_fee: 0,
      cycle: one.next_cycle,
      adcd: one.adcd,
      created_at: at(
        lived.orders.find(({ subscription_id, cycle }) => subscription_id === one.id && cycle === 1)?.ordered ??
          one.next_due,
      ),
    })),
  )
  await insertRows(
    db,
    subscription_event,
    lived.contracts.flatMap((one) => {
      const event = (name: string, day: CalendarDate, detail: object = {}) => ({
        shop_id,
        subscription_id: one.id,
        event: name,
        detail,
        ...system,
        created_at: at(day, 12),
      })
      return [
        ...one.skips.map(({ day, reason, instead_of }) =>
          event('skipped', day, { ...(reason && { reason }), ...(instead_of && { instead_of }) }),
        ),
        ...one.pauses.flatMap(({ from, until, reason }) => [
          event('paused', from, reason ? { reason } : {}),
          ...(until ? [event('reopened', until)] : []),
        ]),
        ...(one.ended
          ? [
              event(
                one.reason ? 'cancelled' : 'ended',
                one.ended,
                one.reason ? { reason: one.reason, offered: one.offered } : {},
              ),
            ]
          : []),
      ]
    }),
  )
  await insertRows(
    db,
    orders,
    lived.orders.map((one) => {
      const total = one.goods - one.discount + one.fee
      const status = one.is_cancelled ? 'cancelled' : one.returned ? 'returned' : one.shipped ? 'delivered' : 'received'
      return {
        id: one.id,
        shop_id,
        customer_id: one.customer_id,
        order_no: `L${one.id}`,
        status,
        ...kamakuraAddress,
        subscription_id: one.subscription_id,
        cycle: one.cycle,
        delivery_id: 1,
        delivery_date: one.due,
        payment_method_id: one.method,
        subtotal: one.goods,
        discount_amount: one.discount,
        delivery_fee: one.fee,
        payment_fee: 0,
        adjustment_amount: 0,
        payment_total: total,
        tax_total: taxIncludedIn(total, 10),
        tax_lines: [{ tax_rate: 10, total, tax: taxIncludedIn(total, 10) }],
        bundled_flag: true,
        adcd: one.adcd,
        created_at: at(one.ordered),
        updated_at: at(one.ordered),
      }
    }),
  )
  await insertRows(
    db,
    order_item,
    lived.orders.map((one) => ({
      id: one.id,
      shop_id,
      order_id: one.id,
      product_id: one.product_id,
      product_sku_id: goods.find(({ product_id }) => product_id === one.product_id)!.sku,
      product_code: '',
      product_name: '',
      product_image: '',
      quantity: one.quantity,
      price: one.goods / one.quantity,
      subtotal: one.goods,
      discount_amount: one.discount,
      tax_rate: 10,
    })),
  )
  await insertRows(
    db,
    order_status_event,
    lived.orders.flatMap((one) => {
      const event = (status: string, day: CalendarDate, hour: number) => ({
        shop_id,
        order_id: one.id,
        status: status as 'received',
        ...system,
        created_at: at(day, hour),
      })
      return [
        event('received', one.ordered, 10),
        ...(one.is_cancelled ? [event('cancelled', one.ordered, 15)] : []),
        ...(one.shipped ? [event('shipped', one.shipped, 9), event('delivered', one.shipped, 20)] : []),
        ...(one.returned ? [event('returned', one.returned, 9)] : []),
      ]
    }),
  )
  const back = lived.orders.filter(({ returned }) => returned !== null)
  await insertRows(
    db,
    order_credit,
    back.map((one) => ({
      id: one.id,
      shop_id,
      order_id: one.id,
      kind: 'return' as const,
      amount: one.goods - one.discount,
      tax_lines: [],
      ...system,
      created_at: at(one.returned!, 9),
    })),
  )
  await insertRows(
    db,
    order_credit_item,
    back.map((one) => ({
      shop_id,
      order_credit_id: one.id,
      kind: 'goods' as const,
      order_item_id: one.id,
      quantity: one.quantity,
      amount: one.goods - one.discount,
      tax_rate: 10,
    })),
  )
}
