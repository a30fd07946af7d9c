import { byQuery, type Invariant, OURS } from '../invariant.ts'
import { givenBack } from '../moves/yearly.ts'

/** 年払い only: nothing else goes with it. */
const ONLY_YEARLY = `not exists (select from subscription_order_item i where i.shop_id = 2 and i.subscription_id = o.subscription_id
  and not i.lump_sum_payment_flag)`
const YEARLY = `select i.subscription_id, max(i.lump_sum_payment_num) as total from subscription_order_item i
  where i.shop_id = 2 and i.lump_sum_payment_flag group by 1`

export const prepaid: readonly Invariant[] = [
  byQuery(
    'A 年払い ends with the last delivery that was paid ahead, and none of them is charged again.',
    `with yearly as (${YEARLY})
     select o.order_no, o.status, o.cycle, o.payment_total, y.total from orders o join yearly y on y.subscription_id = o.subscription_id
       where ${OURS} and o.replaces_order_id is null and o.cycle > 1 and o.status <> 'payment_error'
         and (o.cycle > y.total + (select count(*) from orders c where c.shop_id = 2 and c.subscription_id = o.subscription_id
             and c.cycle < o.cycle and c.status in ('cancelled', 'returned')) or (o.payment_total > 0 and ${ONLY_YEARLY}))`,
  ),
  byQuery(
    '前受金 is never negative, and none is left once the last paid delivery was sent.',
    `with ahead as (select o.subscription_id, sum(l.amount) as yen from ledger_entry l
         join orders o on o.shop_id = l.shop_id and o.id = l.order_id
         where ${OURS} and l.kind = 'prepaid' and o.subscription_id is not null group by 1), yearly as (${YEARLY})
     select s.id, a.yen, s.cycle, s.summary_status from ahead a join yearly y on y.subscription_id = a.subscription_id
       join subscription s on s.shop_id = 2 and s.id = a.subscription_id
       where a.yen < 0 or (a.yen > 0 and s.summary_status = 6 and s.final_cycle is null and s.cycle > y.total)`,
  ),
  byQuery(
    'Of a 年払い that ended by its rule, each delivery that was paid for came or its money is owed.',
    `with year as (
       select s.id, o.order_no, s.lump_sum_rule as rule, 100 - case s.lump_sum_rule when 'fee' then s.lump_sum_fee_rate else 0 end as percent,
         max(i.lump_sum_payment_num) as total, sum(i.subtotal - i.discount_amount - i.point_discount) as paid,
         max(greatest(p.credited_amount, p.refunded_amount + p.repaid_amount)) as back
       from subscription s
       join orders o on o.shop_id = s.shop_id and o.subscription_id = s.id and o.cycle = 1 and o.replaces_order_id is null
       join order_item i on i.shop_id = o.shop_id and i.order_id = o.id and i.lump_sum_payment_flag
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id and p.state in ('captured', 'refunded')
       where ${OURS} and s.summary_status = 6 and s.final_cycle is null
         and not exists (select from audit_event a where a.shop_id = 2 and a.subject = 'subscription' and a.subject_id = s.id::text
           and a.action like '%/end')
       group by s.shop_id, s.id, o.shop_id, o.id)
     select y.*, d.came from year y cross join lateral (select count(*) as came from orders d where d.shop_id = 2 and d.subscription_id = y.id
         and d.replaces_order_id is null and d.status not in ('cancelled', 'payment_error')) d
       where y.back < floor(y.paid * (y.total - d.came) / y.total * y.percent / 100) - y.total
         or (y.rule = 'delivered' and y.total > d.came)`,
  ),
  {
    words: 'What the end of a 年払い was to give back went back or is owed, to the yen.',
    async check(world) {
      const found = []
      for (const [id, { order_no, before, owed }] of world.rests) {
        const back = await givenBack(world, order_no)
        if (back === null) continue
        const given = back - before
        if (given < owed) found.push(`定期便${id}（${order_no}）: ${owed}円のうち、${given}円だけが返るか、未返金`)
      }
      return found
    },
  },
]
