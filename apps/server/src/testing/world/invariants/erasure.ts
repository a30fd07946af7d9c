import { addDays } from '@kushi/values/calendar-date'
import { isDeferredPayment, type PaymentMethodId } from '@kushi/values/payment-method'
import type { Invariant } from '../invariant.ts'
import type { World } from '../world.ts'

/** Messages that were waiting go first, and jobs of the next night erase them. */
const NIGHTS = 2
/** So long an invoice of 後払い may still be collected from its buyer. */
const BILL_DAYS = 61

interface Row {
  id?: number
  order_id?: number
  state?: string
  shop_id?: number
}

/** Orders whose buyer the provider of 後払い may still need. */
async function keptOrders({ rows, today }: World, id: number): Promise<Set<number>> {
  const all = await rows<{ id: number; method: PaymentMethodId }>(
    `select id, payment_method_id as method from orders where shop_id = 2 and customer_id = $1 and updated_at > $2::date`,
    [id, addDays(today, -BILL_DAYS)],
  )
  return new Set(all.filter(({ method }) => isDeferredPayment(method)).map((one) => Number(one.id)))
}

export const erasure: readonly Invariant[] = [
  {
    words: 'After an erasure no word of the person is anywhere but where an invoice still needs it.',
    async check(world) {
      const due = world.erased.filter(({ on }) => addDays(on, NIGHTS) <= world.today)
      if (due.length === 0) return []
      const tables = await world.rows<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'world\\_%' order by 1`,
      )
      const found: string[] = []
      for (const { who } of due) {
        const kept = await keptOrders(world, who.id)
        const words = who.names.flatMap((name) => [`%${name}%`, `%${Buffer.from(name).toString('hex')}%`])
        for (const { name } of tables) {
          const hits = await world.rows<{ row: Row }>(
            `select to_jsonb(t) as row from "${name}" t where t::text like any($1) limit 5`,
            [words],
          )
          for (const { row } of hits) {
            const order = name === 'orders' ? row.id : row.order_id
            if (order !== undefined && order !== null && kept.has(Number(order))) continue
            if (name === 'outbox' && row.state === 'waiting') continue
            found.push(`${who.mark}: ${name} ${JSON.stringify(row).slice(0, 1500)}`)
          }
        }
      }
      return found
    },
  },
]
