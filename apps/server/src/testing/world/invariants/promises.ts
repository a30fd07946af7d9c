import type { SubscriptionEventName } from '@kushi/shop/sales/subscription/index'
import { paymentMethodIdList } from '@kushi/values/payment-method'
import { byQuery, type Invariant, OURS, SOLD_HERE } from '../invariant.ts'
import { CHARGED } from '../world.ts'

/** Another address has its own fees, which whoever asked for it was told. */
export const CHANGED_BY_SHOP = `exists (select 1 from audit_event a where a.shop_id = 2 and a.subject = 'order' and a.subject_id = o.id::text
  and (a.action like 'PUT%' or a.action like '%/address-wishes/%'))`

/** After these a later delivery may cost more than it was to cost: somebody changed what it is. */
const CHANGES = [
  'updated',
  'payment_changed',
  'adjusted',
  'price_agreed',
  'fees_agreed',
] satisfies SubscriptionEventName[]

/** Neither the shop changed the order, nor anybody its contract. */
export const UNCHANGED = `not ${CHANGED_BY_SHOP}
  and not exists (select 1 from subscription_event e where e.shop_id = 2 and e.subscription_id = o.subscription_id
    and e.event in (${CHANGES.map((event) => `'${event}'`).join(', ')}))`

export const PAID_AHEAD = paymentMethodIdList(({ kind }) => kind === 'prepaid')

export const promises: readonly Invariant[] = [
  {
    words:
      'An order costs what its confirmation said, or its completion page of what was added, unless the shop changed it.',
    async check({ rows, promises }) {
      const all = await rows<{ order_no: string; payment_total: number }>(
        `select o.order_no, o.payment_total from orders o where o.shop_id = 2 and o.order_no = any($1)
           and not ${CHANGED_BY_SHOP}`,
        [promises.map(({ order_no }) => order_no)],
      )
      return all.flatMap(({ order_no, payment_total }) => {
        const promised = promises.find((one) => one.order_no === order_no)!
        return promised.payment_total === payment_total || promised.after === payment_total
          ? []
          : [`${order_no}: ${promised.payment_total}円と言って${payment_total}円`]
      })
    },
  },
  {
    words:
      'An order is expected on the day that its confirmation said, unless the shop changed it, or it was paid after it and no day was chosen.',
    async check({ rows, promises }) {
      const all = await rows<{ order_no: string; expected_date: string }>(
        `select o.order_no, o.expected_date::text as expected_date from orders o where o.shop_id = 2 and o.order_no = any($1)
           and not ${CHANGED_BY_SHOP} and not (o.delivery_date is null and coalesce(o.payment_method_id in (${PAID_AHEAD}), false))`,
        [promises.map(({ order_no }) => order_no)],
      )
      return all.flatMap(({ order_no, expected_date }) => {
        const promised = promises.find((one) => one.order_no === order_no)!
        return promised.first_delivery_date === expected_date
          ? []
          : [`${order_no}: ${promised.first_delivery_date}と言って${expected_date}`]
      })
    },
  },
  {
    words: 'A later delivery costs at most what its contract was promised, as long as the member changes nothing.',
    async check({ rows, promises }) {
      const all = await rows<{
        first: string
        order_no: string
        cycle: number
        payment_total: number
      }>(
        `select f.order_no as first, o.order_no, o.cycle, o.payment_total from orders o
           join orders f on f.shop_id = o.shop_id and f.subscription_id = o.subscription_id and f.cycle = 1
         where o.shop_id = 2 and o.cycle > 1 and o.replaces_order_id is null and f.order_no = any($1)
           and ${UNCHANGED}`,
        [promises.map(({ order_no }) => order_no)],
      )
      return all.flatMap(({ first, order_no, cycle, payment_total }) => {
        const promised = promises.find((one) => one.order_no === first)!
        const most = Math.max(promised.payment_total, ...promised.later)
        return payment_total <= most ? [] : [`${order_no}（${cycle}回目）: 多くて${most}円と言って${payment_total}円`]
      })
    },
  },
  {
    words: 'A delivery of a contract that moved in costs at most what it cost there, as long as nobody changes it.',
    async check({ rows, moved }) {
      const all = await rows<{ subscription_id: number; order_no: string; payment_total: number }>(
        `select o.subscription_id, o.order_no, o.payment_total from orders o
         where o.shop_id = 2 and o.subscription_id = any($1) and o.replaces_order_id is null and o.created_at > '2026-11-20'
           and ${UNCHANGED}`,
        [[...moved.keys()]],
      )
      return all.flatMap(({ subscription_id: id, order_no, payment_total }) => {
        const most = moved.get(Number(id))!
        return payment_total <= most ? [] : [`${order_no}: 多くて${most}円と聞いて${payment_total}円`]
      })
    },
  },
  byQuery(
    'Uses of a promotion are its rows, and never more than it gives.',
    `select p.id, p.used, p.max_uses, (select count(*) from promotion_use u where u.shop_id = 2 and u.promotion_id = p.id and u.is_counted and u.released_at is null) as rows
       from promotion p where p.shop_id = 2 and (p.max_uses is not null or p.budget_yen is not null) and (p.used > p.max_uses or p.used <>
         (select count(*) from promotion_use u where u.shop_id = 2 and u.promotion_id = p.id and u.is_counted and u.released_at is null))`,
  ),
  byQuery(
    'What a promotion with limits spent is its rows, and its last use began below its budget.',
    `select p.id, p.spent_yen, p.budget_yen, u.yen, u.last from promotion p
       cross join lateral (select coalesce(sum(yen), 0) as yen, (array_agg(yen order by id desc))[1] as last
         from promotion_use u where u.shop_id = 2 and u.promotion_id = p.id and u.is_counted and u.released_at is null) u
       where p.shop_id = 2 and (p.max_uses is not null or p.budget_yen is not null)
         and (p.spent_yen <> u.yen or p.spent_yen - u.last >= p.budget_yen)`,
  ),
  byQuery(
    'An order that was called off uses no promotion any more.',
    `select o.order_no, u.promotion_id from orders o join promotion_use u on u.shop_id = o.shop_id and u.order_id = o.id
       where ${OURS} and o.status = 'cancelled' and u.released_at is null`,
  ),
  byQuery(
    'What a promotion spent on the goods of an order is what its items say.',
    `select o.order_no, u.promotion_id, u.yen, i.yen as said from orders o
       join promotion_use u on u.shop_id = o.shop_id and u.order_id = o.id and u.released_at is null
       cross join lateral (select coalesce(sum((p ->> 'discount_amount')::int), 0) as yen from order_item i
         cross join jsonb_array_elements(i.promotions) p
         where i.shop_id = o.shop_id and i.order_id = o.id and (p ->> 'promotion_id')::bigint = u.promotion_id) i
       where ${OURS} and u.terms -> 'effect' ->> 'kind' in ('percent', 'yen', 'set_price') and u.yen <> i.yen`,
  ),
  byQuery(
    'Whoever introduced a friend is thanked as the member that she is since a merge.',
    `select u.order_id, u.introducer_id, c.merged_into_id from promotion_use u
       join customer c on c.shop_id = u.shop_id and c.id = u.introducer_id where u.shop_id = 2 and c.merged_into_id is not null`,
  ),
  byQuery(
    'What a good costs is the last line of its history.',
    `select * from (${CHARGED}) c where charged is distinct from told`,
  ),
  byQuery(
    'Two deliveries of a contract that goes on are ten days apart at least.',
    `select s.id, s.next_delivery_date, s.next_next_delivery_date from subscription s where s.shop_id = 2 and s.customer_id = any($1)
       and s.summary_status = 1 and s.next_next_delivery_date - s.next_delivery_date < 10`,
  ),
  byQuery(
    'Nothing is announced after it happened.',
    `select e.subscription_id, e.detail ->> 'cycle' as cycle, e.created_at as noticed, o.created_at as ordered from subscription_event e
       join orders o on o.shop_id = e.shop_id and o.subscription_id = e.subscription_id and o.cycle = (e.detail ->> 'cycle')::int
       where ${OURS} and e.event = 'noticed' and o.replaces_order_id is null and o.created_at < e.created_at`,
  ),
  byQuery(
    'A contract ends with its last delivery, and keeps none to come.',
    `select o.order_no, o.cycle, s.cycle as now from orders o join subscription s on s.shop_id = o.shop_id and s.id = o.subscription_id
       where ${OURS} and o.cycle > s.cycle`,
  ),
  byQuery(
    'A subscription waits for a day that has not passed, or a list shows it.',
    `select s.id, s.summary_status, s.next_delivery_date from subscription s where s.shop_id = 2 and s.customer_id = any($1)
       and s.summary_status = 1 and s.next_delivery_date < (select at from world_time)::date - 3
       and not exists (select 1 from orders o where o.shop_id = 2 and o.subscription_id = s.id and o.cycle = s.cycle)`,
  ),
  byQuery(
    'A confirmation is kept for each order that a member pressed.',
    `select o.order_no from orders o where ${SOLD_HERE} and o.replaces_order_id is null and (o.cycle is null or o.cycle = 1)
       and not exists (select 1 from moved_row m where m.shop_id = 2 and m.kind = 'subscription' and m.row_id = o.subscription_id)
       and not exists (select 1 from order_evidence e where e.shop_id = 2 and e.order_id = o.id)`,
  ),
]
