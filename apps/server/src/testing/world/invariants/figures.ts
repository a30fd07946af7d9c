import { findFigureDifferences } from '@kushi/shop/growth/report/figures'
import { addDays } from '@kushi/values/calendar-date'
import { SALE_KINDS } from '@kushi/values/ledger'
import type { Invariant } from '../invariant.ts'
import type { World } from '../world.ts'

/** As many days as are looked at. */
const DAYS = 60

/** What the sales report says of each day, in yen. */
async function reported(world: World, view: 'ordered' | 'sold'): Promise<Map<string, number>> {
  const { data } = await world.admin('manager', 'GET /admin/v1/reports/{report}', {
    params: { report: 'sales' },
    query: { by: 'day', view, from: addDays(world.today, -DAYS), to: world.today },
  })
  const at = data.heads.findIndex(({ key }) => key === 'amount')
  return new Map(data.rows.map(({ key, cells }) => [key, cells[at]!.value ?? 0]))
}

/** The days on which a report and a plain sum differ. */
async function differing(
  world: World,
  view: 'ordered' | 'sold',
  plain: readonly { day: string; yen: string }[],
): Promise<string[]> {
  const said = await reported(world, view)
  const days = new Set([...said.keys(), ...plain.map(({ day }) => day)])
  const counted = new Map(plain.map(({ day, yen }) => [day, Number(yen)]))
  return [...days]
    .filter((day) => (said.get(day) ?? 0) !== (counted.get(day) ?? 0))
    .map((day) => `${day}: レポートでは${said.get(day) ?? 0}円、数えると${counted.get(day) ?? 0}円`)
}

export const figures: readonly Invariant[] = [
  {
    words: 'What the reports count from is what the orders say.',
    async check({ context }) {
      const found = []
      for await (const one of findFigureDifferences(await context())) found.push(JSON.stringify(one))
      return found
    },
  },
  {
    words: '受注 of a day is the sum of the orders placed on it that were neither cancelled nor came back.',
    async check(world) {
      const plain = await world.rows<{ day: string; yen: string }>(
        `select (o.created_at at time zone 'Asia/Tokyo')::date::text as day, sum(o.payment_total) as yen from orders o
         where o.shop_id = 2 and o.created_at >= $1::timestamptz and o.replaces_order_id is null
           and o.status in ('received', 'arranged', 'shipped', 'delivered')
           and not exists (select 1 from moved_row m where m.shop_id = 2 and m.kind = 'order' and m.row_id = o.id)
         group by 1`,
        [`${addDays(world.today, -DAYS)}T00:00:00+09:00`],
      )
      return differing(world, 'ordered', plain)
    },
  },
  {
    words: '売上 of a day is the sum of the ledger’s sales of that day.',
    async check(world) {
      const plain = await world.rows<{ day: string; yen: string }>(
        `select day::text as day, sum(amount) as yen from ledger_entry where shop_id = 2 and day >= $1 and kind = any($2)
         group by 1`,
        [addDays(world.today, -DAYS), [...SALE_KINDS]],
      )
      return differing(world, 'sold', plain)
    },
  },
]
