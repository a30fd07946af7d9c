import type { World } from './world.ts'

/** What a member's page says of the next delivery on the evening before. */
interface Evening {
  id: number
  cycle: number
  next_delivery_date: string
  charge_date: string
  payment_total: number
  is_promised: boolean
}

/** Every contract of the people, as its member sees it now. */
export async function lookAtContracts(world: World): Promise<Evening[]> {
  const all = await world.rows<{ id: string; customer_id: string }>(
    `select id, customer_id from subscription where shop_id = 2 and customer_id = any($1) and summary_status in (1, 2, 3) order by id`,
    [world.people.map(({ id }) => id)],
  )
  const seen: Evening[] = []
  for (const { id, customer_id } of all) {
    const person = world.people.find((one) => one.id === Number(customer_id))!
    const { status, data } = await world.call(person, 'GET /v1/order/subscription/detail/{id}', { params: { id } })
    if (status !== 200) continue
    const { cycle, next_delivery_date, charge_date, payment_total, lock, summary_status } = data
    const is_promised = lock === null && summary_status === 1
    seen.push({ id: Number(id), cycle, next_delivery_date, charge_date, payment_total, is_promised })
  }
  return seen
}

/** What the evening's page said is what the night did: on that day, for that day, for that amount. */
export async function expectPromisesKept(world: World, evening: readonly Evening[]): Promise<void> {
  if (world.isDisturbed) return
  const orders = await world.rows<{
    id: string
    order_no: string
    cycle: number
    status: string
    date: string | null
    payment_total: number
  }>(
    `select subscription_id as id, order_no, cycle, status, delivery_date::text as date, payment_total from orders
     where shop_id = 2 and subscription_id = any($1) and replaces_order_id is null`,
    [evening.map(({ id }) => id)],
  )
  for (const seen of evening.filter(({ is_promised }) => is_promised)) {
    const made = orders.find(({ id, cycle }) => Number(id) === seen.id && cycle === seen.cycle)
    if (!made) continue
    world.sometimes('a later delivery was arranged')
    if (world.moved.has(seen.id)) world.sometimes('a delivery of a contract that moved in was arranged')
    const found = `定期便${seen.id}の${seen.cycle}回目（${made.order_no}）`
    if (world.today !== seen.charge_date) world.wrong(`${found}は${seen.charge_date}と言って${world.today}に手配された`)
    if (made.status === 'payment_error') continue
    if (made.date !== seen.next_delivery_date)
      world.wrong(`${found}は${seen.next_delivery_date}と言って${made.date}に届く`)
    if (made.payment_total > seen.payment_total)
      world.wrong(`${found}は${seen.payment_total}円と言って${made.payment_total}円`)
  }
  for (const { id, cycle, charge_date, is_promised } of evening) {
    if (!is_promised || charge_date > world.today || orders.some((one) => Number(one.id) === id && one.cycle === cycle))
      continue
    // It was tried, and its failure is on its page.
    const [tried] = await world.rows(
      'select 1 from billing_attempt where shop_id = 2 and subscription_id = $1 and cycle = $2',
      [id, cycle],
    )
    const [waits] = await world.rows(
      'select 1 from subscription where shop_id = 2 and id = $1 and summary_status <> 1',
      [id],
    )
    if (!tried && !waits) world.wrong(`定期便${id}の${cycle}回目は${charge_date}に手配されるはずが、されていない`)
  }
}

/** Until when each member may use the points that are there. */
export const lookAtPoints = ({ rows, ids }: World) =>
  rows<{ customer_id: number; points_until: string; last: number }>(
    `select a.customer_id, a.points_until::text, coalesce((select max(e.id) from point_entry e where e.shop_id = a.shop_id
       and e.customer_id = a.customer_id), 0)::int as last from point_account a
     where a.shop_id = 2 and a.balance > 0 and a.customer_id = any($1)`,
    [ids],
  )

/** Points that could be used on the day that begins were not taken in the night before. */
export async function expectPointsKept(world: World, evening: Awaited<ReturnType<typeof lookAtPoints>>): Promise<void> {
  const expired = await world.rows<{ customer_id: number; id: number }>(
    `select customer_id, id from point_entry where shop_id = 2 and point_kind = 'expire' and customer_id = any($1)`,
    [world.ids],
  )
  for (const { customer_id, points_until, last } of evening) {
    if (!expired.some((one) => one.customer_id === customer_id && Number(one.id) > last)) continue
    world.sometimes('points expired')
    if (points_until >= world.today)
      world.wrong(`会員${customer_id}のポイントは${points_until}までと言って${world.today}に失効した`)
  }
}
