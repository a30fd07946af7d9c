import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import type { World, WorldAnswer } from '../world.ts'
import { liveUntil } from './days.ts'
import { pay, wantedBy } from './shopping.ts'

type Yearly = WorldAnswer<'GET /admin/v1/subscriptions/{id}'>['data']
const why = { decision_reason: '検証' }

/** A 年払い of somebody, as its operator sees it; `isOver`: of those that are. */
async function anyYear(world: World, random: Random, isOver = false): Promise<Yearly | null> {
  const all = await world.rows<{ id: number }>(
    `select s.id from subscription s where s.shop_id = 2 and s.customer_id = any($1) and (s.summary_status = 6) = $2
       and exists (select from subscription_order_item i where i.shop_id = 2 and i.subscription_id = s.id and i.lump_sum_payment_flag)
     order by s.id`,
    [world.ids, isOver],
  )
  if (all.length === 0) return null
  const seen = await world.admin('manager', 'GET /admin/v1/subscriptions/{id}', { params: { id: random.pick(all).id } })
  return seen.status === 200 ? seen.data : null
}

/** What of a first order went back so far, or is owed; null: its money is not here yet. */
export async function givenBack(world: World, order_no: string): Promise<number | null> {
  const [paid] = await world.rows<{ yen: number }>(
    `select greatest(p.credited_amount, p.refunded_amount + p.repaid_amount) as yen from payment p
     join orders o on o.shop_id = p.shop_id and o.id = p.order_id
     where o.shop_id = 2 and o.order_no = $1 and p.state in ('captured', 'refunded')`,
    [order_no],
  )
  return paid?.yen ?? null
}

export const yearly: Move[] = [
  {
    name: 'buy a year',
    weight: 8,
    async run(world, random) {
      const person = random.pick(world.people)
      const made = await wantedBy(world, person, random, { isForYear: true })
      if (!made) return null
      // Soon, so that a story lives to its end.
      const param1 = random.pick([10, 30])
      const delivery_pattern = { subscription_division_id: 3, param1, param2: null, param3: null } as const
      const order_no = await pay(world, person, { ...made.draft, delivery_pattern }, random)
      if (order_no) world.meet(order_no, made.features)
      return `${person.mark}が一年分を${made.features.join('・')}で${order_no ? `注文する（${order_no}）` : '頼もうとして断られる'}`
    },
  },
  {
    name: 'a year goes on',
    weight: 6,
    async run(world, random) {
      const year = await anyYear(world, random)
      if (year?.summary_status !== 1) return null
      const { id, cycle, charge_date, arranged_order, next_delivery_date, yearly: paid } = year
      const days = await liveUntil(world, arranged_order ? next_delivery_date : charge_date, random)
      return days === null
        ? null
        : `${days}日が過ぎ、年払いの定期便${id}は${cycle}回目（残り${paid?.remaining ?? 0}回）`
    },
  },
  {
    name: 'the shop ends a year',
    weight: 3,
    async run(world, random) {
      const year = await anyYear(world, random)
      if (!year) return null
      const { id, version, yearly: paid } = year
      const params = { id }
      const isByRule = random.chance(0.6)
      const back = paid === null ? 0 : random.pick([0, paid.rest_amount, random.between(0, paid.kept_amount)])
      const before = (paid && (await givenBack(world, paid.order_no))) ?? 0
      const { status } = isByRule
        ? await world.admin('manager', 'POST /admin/v1/subscriptions/{id}/cancel', {
            params,
            body: { version, notify: true, reason: 1, detail: '電話で' },
          })
        : await world.admin('manager', 'POST /admin/v1/subscriptions/{id}/end', {
            params,
            body: { notify: true, ...why, refund_amount: back },
          })
      const owed = paid === null ? 0 : isByRule ? paid.refund_amount : back
      if (status === 200 && paid && !world.isDisturbed) world.rests.set(id, { order_no: paid.order_no, before, owed })
      if (status === 200) world.meet(`S${id}`, [isByRule ? '解約' : '店の打ち切り'])
      return `店が年払いの定期便${id}を${isByRule ? '解約' : '打ち切り'}、${owed}円を返すことにする（${status}）`
    },
  },
  {
    name: 'a year is delivered unpaid',
    weight: 3,
    async run(world, random) {
      const year = await anyYear(world, random)
      if (year?.failure === null || !year) return null
      const { id } = year
      const { status } = await world.admin('manager', 'POST /admin/v1/subscriptions/{id}/deliver-unpaid', {
        params: { id },
      })
      return `店が年払いの定期便${id}を代金が足りないまま届ける（${status}）`
    },
  },
]
