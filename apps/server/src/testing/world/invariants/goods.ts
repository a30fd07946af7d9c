import { byQuery, OURS, SOLD_HERE } from '../invariant.ts'
import { CHANGED_BY_SHOP } from './promises.ts'

/** Where a piece is: in stock, with an order that holds it, or set aside for a contract that was promised it. */
const held = `select product_sku_id, sum(pieces) as pieces from (
    select i.product_sku_id, i.quantity as pieces from order_item i join orders o on o.shop_id = i.shop_id and o.id = i.order_id
    where o.shop_id = 2 and o.customer_id = any($1) and o.status in ('received', 'payment_pending', 'arranged', 'shipped', 'delivered', 'returned')
      and not exists (select 1 from moved_row m where m.shop_id = 2 and m.kind = 'order' and m.row_id = o.id)
    union all select (terms -> 'effect' ->> 'product_sku_id')::bigint, set_aside from subscription_benefit where shop_id = 2 and set_aside > 0) x
  group by 1`

export const goods = [
  byQuery(
    'A paid order of a subscription stands once for each delivery.',
    `select o.subscription_id, o.cycle, count(*) from orders o where ${OURS} and o.subscription_id is not null and o.replaces_order_id is null
       and o.status not in ('cancelled', 'payment_error') group by 1, 2 having count(*) > 1`,
  ),
  byQuery(
    'What is left out of a delivery is not in its order.',
    `select o.order_no, i.product_sku_id from subscription_order_item i
     join orders o on o.shop_id = i.shop_id and o.subscription_id = i.subscription_id and o.cycle = i.except_cycle
     join order_item x on x.shop_id = o.shop_id and x.order_id = o.id and x.product_sku_id = i.product_sku_id
     where ${OURS} and i.only_cycle is null and o.replaces_order_id is null and o.status not in ('cancelled', 'payment_error')
       and x.set_sku_id is null and x.gift_promotion_id is null`,
  ),
  byQuery(
    'A later delivery of a set has the parts that its contract was promised.',
    `select o.order_no, i.product_sku_id as set_id, i.parts, x.parts as sent from subscription_order_item i
     join orders o on o.shop_id = i.shop_id and o.subscription_id = i.subscription_id and o.cycle > 1
     cross join lateral (select jsonb_object_agg(x.product_sku_id, x.quantity / x.set_quantity) as parts from order_item x
       where x.shop_id = o.shop_id and x.order_id = o.id and x.set_sku_id = i.product_sku_id) x
     where ${OURS} and i.parts <> '[]'::jsonb and o.replaces_order_id is null and o.status not in ('cancelled', 'payment_error')
       and x.parts <> (select jsonb_object_agg(p ->> 'product_sku_id', (p ->> 'pieces')::int) from jsonb_array_elements(i.parts) p)
       and not ${CHANGED_BY_SHOP} and not exists (select from subscription_event e where e.shop_id = 2
         and e.subscription_id = o.subscription_id and e.created_at > o.created_at and e.event = 'adjusted')`,
  ),
  byQuery(
    'Of an order that was sent each piece is in a parcel, was given back, or waits to be packed.',
    `select o.order_no, o.status, i.product_name, i.quantity, p.pieces as packed, c.pieces as given_back
       from orders o join order_item i on i.shop_id = o.shop_id and i.order_id = o.id
       cross join lateral (select coalesce(sum(x.quantity), 0) as pieces from shipment_item x join shipment s on s.shop_id = x.shop_id and s.id = x.shipment_id
         where x.shop_id = 2 and x.order_item_id = i.id and s.status <> 'cancelled') p
       cross join lateral (select coalesce(sum(x.quantity), 0) as pieces from order_credit_item x where x.shop_id = 2 and x.order_item_id = i.id) c
       where ${SOLD_HERE} and o.status in ('received', 'arranged', 'shipped', 'delivered') and i.quantity > p.pieces + c.pieces
         and exists (select 1 from shipment s where s.shop_id = 2 and s.order_id = o.id and s.status <> 'cancelled')
         and not exists (select 1 from shipment s where s.shop_id = 2 and s.order_id = o.id and s.status = 'ready')`,
  ),
  byQuery(
    'Nothing is set aside for a contract that is over.',
    `select b.subscription_id, b.promotion_id, b.set_aside from subscription_benefit b
     join subscription s on s.shop_id = b.shop_id and s.id = b.subscription_id
     where b.shop_id = 2 and s.customer_id = any($1) and b.set_aside > 0 and s.summary_status = 6 and s.final_cycle is null`,
  ),
  byQuery(
    'No more pieces have left than there were, were delivered to us, or came back.',
    `with held as (${held}), moved as (select product_sku_id, sum(quantity) as pieces from stock_event where shop_id = 2 group by 1)
     select s.id, s.stock, w.stock as at_first, coalesce(m.pieces, 0) as moved, coalesce(h.pieces, 0) as held
     from product_sku s join world_stock w on w.id = s.id left join held h on h.product_sku_id = s.id
     left join moved m on m.product_sku_id = s.id
     where s.shop_id = 2 and s.stock + coalesce(h.pieces, 0) < w.stock + coalesce(m.pieces, 0)`,
  ),
  // Of a parcel that came back, 返品 decides later.
  byQuery(
    'No piece comes into stock that was not bought, counted or given back.',
    `with held as (${held}), moved as (select product_sku_id, sum(quantity) as pieces from stock_event where shop_id = 2 group by 1),
       back as (select i.product_sku_id, sum(c.quantity) as pieces from order_credit_item c
         join order_credit k on k.shop_id = c.shop_id and k.id = c.order_credit_id
         join order_item i on i.shop_id = c.shop_id and i.id = c.order_item_id
         where c.shop_id = 2 and (c.restocked or k.kind = 'parcel_back') group by 1)
     select s.id, s.stock, w.stock as at_first, coalesce(m.pieces, 0) as moved, coalesce(h.pieces, 0) as held, coalesce(b.pieces, 0) as back
     from product_sku s join world_stock w on w.id = s.id left join held h on h.product_sku_id = s.id
     left join moved m on m.product_sku_id = s.id left join back b on b.product_sku_id = s.id
     where s.shop_id = 2 and not exists (select 1 from orders o where o.shop_id = 2 and o.replaces_order_id is not null)
       and s.stock + coalesce(h.pieces, 0) > w.stock + coalesce(m.pieces, 0) + coalesce(b.pieces, 0)`,
  ),
]
