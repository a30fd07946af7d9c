import { PAYMENT_METHOD, paymentMethodIdList } from '@kushi/values/payment-method'
import { OURS } from './invariant.ts'
import type { World } from './world.ts'

const IN_TRANSFERS = paymentMethodIdList(({ in_transfers }) => in_transfers)
const refused = `exists (select from orders o join billing_attempt b on b.shop_id = o.shop_id and b.subscription_id = o.subscription_id
  where ${OURS} and b.outcome = 'failed' and b.payment_method_id = ${PAYMENT_METHOD.paypay}`
const transferred = `exists (select from orders o join payment p on p.shop_id = o.shop_id and p.order_id = o.id
  and p.payment_method_id in (${IN_TRANSFERS}) and p.captured_amount > 0`
const paidBack = `select from bank_refund b where b.shop_id = p.shop_id and b.payment_id = p.id and b.state = 'paid'`

/** States that two features or more make together, as the rows at the end of a story say them. */
export const RARE = {
  'a friend came by an introduction':
    'exists (select from promotion_use where shop_id = 2 and introducer_id is not null)',
  'a charge met a closed wallet': `${refused} and b.failure = 'agreement_closed')`,
  'what a closed wallet did not pay was paid otherwise': `${refused} and b.failure = 'agreement_closed'
    and exists (select from billing_attempt n where n.shop_id = b.shop_id and n.subscription_id = b.subscription_id and n.cycle = b.cycle
      and n.outcome = 'arranged'))`,
  'an order whose money came in parts goes on': `${transferred} and o.status in ('received', 'arranged', 'shipped', 'delivered')
    and (select count(*) from payment_transfer t where t.shop_id = p.shop_id and t.payment_id = p.id) > 1)`,
  'an order was given up with a part of its money here': `${transferred} and o.status in ('cancelled', 'payment_error')
    and p.captured_amount < p.amount)`,
  'what was transferred too much went back by transfer': `${transferred} and p.captured_amount > p.amount and exists (${paidBack}))`,
  'what was transferred too late went back by transfer': `${transferred} and o.status in ('cancelled', 'payment_error') and exists (${paidBack}))`,
  'a debt that the bank gave back was paid after all': `exists (select from orders o join bank_refund b on b.shop_id = o.shop_id and b.order_id = o.id
    where ${OURS} and b.state = 'returned' and exists (select from bank_refund n where n.shop_id = b.shop_id and n.order_id = b.order_id
      and n.id > b.id and n.state = 'paid'))`,
} as const

/** Notes which of them this story reached. */
export async function noteRare({ rows, ids, sometimes }: World): Promise<void> {
  const names = Object.keys(RARE) as (keyof typeof RARE)[]
  const [reached] = await rows<Record<string, boolean>>(
    `select ${names.map((name, n) => `${RARE[name]} as "${n}"`).join(', ')}`,
    [ids],
  )
  for (const [n, name] of names.entries()) if (reached![n]) sometimes(name)
}
