import { reservedAndTakenOfPaidy } from '@kushi/adapters/testing/paidy'
import { findLedgerDifferences } from '@kushi/shop/accounting/ledger/book'
import { MONEY_KINDS, SALE_KINDS } from '@kushi/values/ledger'
import { ORDER_AMOUNT_NAMES, ORDER_AMOUNTS } from '@kushi/values/order-amounts'
import { cardSheetOf, PAYMENT_METHOD, PAYMENT_METHODS, paymentMethodIdList } from '@kushi/values/payment-method'
import { byQuery, type Invariant, OURS, SOLD_HERE } from '../invariant.ts'
import type { World } from '../world.ts'

const PREPAID = paymentMethodIdList(({ kind }) => kind === 'prepaid')
const IN_TRANSFERS = paymentMethodIdList(({ in_transfers }) => in_transfers)

export const money: readonly Invariant[] = [
  byQuery(
    'An order’s total is the sum of its parts, and no order has a negative one.',
    `select o.order_no, o.payment_total from orders o where ${OURS} and (o.payment_total < 0 or o.payment_total <>
       ${ORDER_AMOUNT_NAMES.map((name) => `(${ORDER_AMOUNTS[name].sign}) * o.${name}`).join(' + ')})`,
  ),
  byQuery(
    'The tax lines of an order add up to its total.',
    `select o.order_no, o.payment_total, o.tax_lines from orders o where ${OURS} and o.payment_total <>
       (select coalesce(sum((l ->> 'total')::int), 0) from jsonb_array_elements(o.tax_lines) l)`,
  ),
  byQuery(
    'What was charged for an order is not more than its total, unless its customer transferred more.',
    `select o.order_no, o.status, o.payment_total, sum(p.captured_amount) as captured from orders o
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id where ${OURS}
       and (p.payment_method_id is null or p.payment_method_id not in (${IN_TRANSFERS}))
       group by o.shop_id, o.id having sum(p.captured_amount) > o.payment_total`,
  ),
  byQuery(
    'What came by transfers is the sum of its rows; an order goes on when its amount is here or a person took it as paid.',
    `select o.order_no, o.status, p.state, p.amount, p.captured_amount, p.credited_amount, t.sum from orders o
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id and p.payment_method_id in (${IN_TRANSFERS})
       cross join lateral (select coalesce(sum(t.amount), 0) as sum from payment_transfer t
         where t.shop_id = p.shop_id and t.payment_id = p.id) t
       where ${OURS} and (p.captured_amount <> t.sum
         or (p.state = 'awaiting' and p.captured_amount >= p.amount)
         or (p.state in ('failed', 'voided') and p.captured_amount > 0)
         or (o.status in ('received', 'arranged', 'shipped', 'delivered') and p.captured_amount + p.credited_amount < p.amount))`,
  ),
  byQuery(
    'An order has at most one payment that holds money.',
    `select o.order_no, count(*) from orders o join payment p on p.shop_id = o.shop_id and p.order_id = o.id
       where ${OURS} and p.state in ('authorised', 'captured') group by o.shop_id, o.id having count(*) > 1`,
  ),
  byQuery(
    'A cancelled order that was never sent keeps no money, unless a refund of it is on a list.',
    `select o.order_no, p.state, p.captured_amount, p.refunded_amount, p.repaid_amount from orders o
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id
       where ${OURS} and o.status = 'cancelled' and p.captured_amount - p.refunded_amount - p.repaid_amount > 0
         and not (p.captured_amount + p.credited_amount - p.refunded_amount - p.repaid_amount > p.amount)
         and not exists (select 1 from order_status_event e where e.shop_id = 2 and e.order_id = o.id and e.status = 'shipped')`,
  ),
  byQuery(
    'The refunds of a payment are the sum of their rows.',
    `select p.provider_order_id, p.refunded_amount, p.repaid_amount, coalesce(sum(r.amount) filter (where r.way = 'provider'), 0) as provider,
       coalesce(sum(r.amount) filter (where r.way = 'hand'), 0) as hand
       from orders o join payment p on p.shop_id = o.shop_id and p.order_id = o.id
       left join payment_refund r on r.shop_id = p.shop_id and r.payment_id = p.id
       where ${OURS} and p.state <> 'voided' group by p.shop_id, p.id
       having p.refunded_amount <> coalesce(sum(r.amount) filter (where r.way = 'provider'), 0)
         or p.repaid_amount <> coalesce(sum(r.amount) filter (where r.way = 'hand'), 0)`,
  ),
  byQuery(
    'What was credited of a payment is the sum of its 赤伝; of what was paid ahead and never sold, all of it.',
    `select o.order_no, p.credited_amount, coalesce(sum(c.amount), 0) as credits from orders o
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id and p.state in ('captured', 'refunded')
       left join order_credit c on c.shop_id = o.shop_id and c.order_id = o.id
       where ${OURS} group by o.shop_id, o.id, p.shop_id, p.id having p.credited_amount <> coalesce(sum(c.amount), 0)
         and not ((p.payment_method_id in (${PREPAID}) or p.captured_on_charge) and o.status in ('cancelled', 'payment_error') and p.credited_amount = p.amount)`,
  ),
  byQuery(
    'Points: the balance is the sum of the entries.',
    `select a.customer_id, a.balance, coalesce(sum(e.points), 0) as entries from point_account a
       left join point_entry e on e.shop_id = a.shop_id and e.customer_id = a.customer_id
       where a.shop_id = 2 group by a.shop_id, a.customer_id having a.balance <> coalesce(sum(e.points), 0)`,
  ),
  byQuery(
    'Points that an order uses were taken from the member once, and what came back is what it says.',
    `select o.order_no, o.status, p.used, p.returned,
       (select coalesce(sum(-e.points), 0) from point_entry e where e.shop_id = 2 and e.order_id = o.id and e.point_kind = 'use') as taken,
       (select coalesce(sum(e.points), 0) from point_entry e where e.shop_id = 2 and e.order_id = o.id and e.point_kind = 'return') as back
       from orders o join order_point p on p.shop_id = o.shop_id and p.order_id = o.id where ${OURS}
         and (p.used <> (select coalesce(sum(-e.points), 0) from point_entry e where e.shop_id = 2 and e.order_id = o.id and e.point_kind = 'use')
           or p.returned <> (select coalesce(sum(e.points), 0) from point_entry e where e.shop_id = 2 and e.order_id = o.id and e.point_kind = 'return'))`,
  ),
  byQuery(
    'No order gives more points than its rate of what its goods cost.',
    `select o.order_no, p.rate, p.points, g.yen from orders o join order_point p on p.shop_id = o.shop_id and p.order_id = o.id
       cross join lateral (select coalesce(sum(i.subtotal - i.discount_amount), 0) as yen from order_item i
         where i.shop_id = o.shop_id and i.order_id = o.id) g
       where ${OURS} and p.points > floor(g.yen * p.rate / 100.0)`,
  ),
  byQuery(
    'What was sold at another shop is no sale here.',
    `select o.order_no, l.kind, l.amount from orders o join ledger_entry l on l.shop_id = o.shop_id and l.order_id = o.id
       join moved_row m on m.shop_id = o.shop_id and m.kind = 'order' and m.row_id = o.id
       where ${OURS} and l.kind in (${SALE_KINDS.map((kind) => `'${kind}'`).join(', ')})`,
  ),
  byQuery(
    'The ledger of a sold order, prepaid included, is its total less what was taken back.',
    `select o.order_no, o.status, o.payment_total, sum(l.amount) as ledger,
       (select coalesce(sum(c.amount), 0) from order_credit c where c.shop_id = 2 and c.order_id = o.id) as credits
       from orders o join ledger_entry l on l.shop_id = o.shop_id and l.order_id = o.id
         and l.kind not in (${['refund', ...MONEY_KINDS].map((kind) => `'${kind}'`).join(', ')}) and l.cause <> 'prepaid'
       where ${SOLD_HERE} group by o.shop_id, o.id
       having sum(l.amount) <> o.payment_total - (select coalesce(sum(c.amount), 0) from order_credit c where c.shop_id = 2 and c.order_id = o.id)`,
  ),
  byQuery(
    'A sent order that costs something is in the ledger.',
    `select o.order_no, o.status, o.payment_total from orders o where ${SOLD_HERE} and o.status in ('shipped', 'delivered') and o.payment_total > 0
       and not exists (select 1 from ledger_entry l where l.shop_id = 2 and l.order_id = o.id)`,
  ),
  byQuery(
    'What the shop gave back by hand of a sold order is in the ledger.',
    `select o.order_no, p.repaid_amount, r.back from orders o
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id and p.state in ('captured', 'refunded')
       cross join lateral (select coalesce(sum(l.amount), 0) as back from ledger_entry l
         where l.shop_id = o.shop_id and l.order_id = o.id and l.kind = 'refund') r
       where ${SOLD_HERE} and exists (select from ledger_entry l where l.shop_id = o.shop_id and l.order_id = o.id and l.cause = 'sale')
         and abs(r.back) <> p.repaid_amount`,
  ),
  {
    words: 'The ledger is what the orders, their 赤伝 and refunds say.',
    async check({ context }) {
      const found = []
      for await (const one of findLedgerDifferences(await context())) found.push(JSON.stringify(one))
      return found
    },
  },
  {
    words: 'What the card provider holds is what our payments say.',
    async check(world) {
      const theirs = (await world.gateway.transactions()).map(({ order_id, status, amount }) => ({
        no: order_id,
        kept: ['SALES', 'CAPTURE'].includes(status) ? amount : 0,
        held: status === 'AUTH' ? amount : 0,
        status,
      }))
      return differing(world, PAYMENT_METHOD.credit_card, theirs, (one, held) => held === one.amount)
    },
  },
  {
    words: 'What was paid at a コンビニ is what our payments say.',
    async check(world) {
      const theirs = (await world.gateway.konbiniRecords()).map(({ orderId, status, amount }) => ({
        no: orderId,
        kept: status === 'PAYSUCCESS' ? amount : 0,
        held: 0,
        status,
      }))
      return differing(world, PAYMENT_METHOD.konbini, theirs, () => false)
    },
  },
  {
    words: 'What was transferred to the bank is what our payments say.',
    async check(world) {
      const theirs = (await world.gateway.ganbRecords()).map(({ orderId, status, transfers }) => ({
        no: orderId,
        kept: transfers.reduce((sum, { amount }) => sum + amount, 0),
        held: 0,
        status,
      }))
      return differing(world, PAYMENT_METHOD.bank_transfer, theirs, () => false)
    },
  },
  {
    words: 'What PayPay holds is what our payments say.',
    async check(world) {
      const theirs = (await world.paypay.payments()).map(
        ({ merchantPaymentId, status, amount, captured, refunds }) => ({
          no: merchantPaymentId,
          kept: refunds.reduce((left, one) => left - (one.status === 'REFUNDED' ? one.amount : 0), captured),
          held: status === 'AUTHORIZED' ? amount : 0,
          status,
        }),
      )
      // A lower total is captured out of what was authorised before. What nobody sent for a month is not taken any more: shipping is refused.
      const covers = (one: Ours, held: number, status: string | null) => held >= one.amount || status === 'EXPIRED'
      return differing(world, PAYMENT_METHOD.paypay, theirs, covers)
    },
  },
  {
    words: 'What Paidy holds is what our payments say.',
    async check(world) {
      const theirs = (await world.paidy.payments()).map((one) => {
        const { taken, reserved } = reservedAndTakenOfPaidy(one)
        return { no: one.order.order_ref, kept: taken, held: reserved, status: one.status }
      })
      // As PayPay's.
      const covers = (one: Ours, held: number, status: string | null) => held >= one.amount || status === 'closed'
      return differing(world, PAYMENT_METHOD.paidy, theirs, covers)
    },
  },
  byQuery(
    'What is charged to a linked account is captured with the charge, and nothing else of a wallet is before it is sent.',
    `select o.order_no, o.status, p.state, p.captured_on_charge from orders o
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id and p.payment_method_id = ${PAYMENT_METHOD.paypay}
       where ${OURS} and (p.reference ? 'by_link') and p.state in ('authorised', 'captured', 'refunded')
         and (p.state = 'authorised' or not p.captured_on_charge)`,
  ),
  byQuery(
    'What was captured on charge of an order that was called off is given back, or its refund is due or was refused.',
    `select o.order_no, p.state, p.refunded_amount, p.captured_amount from orders o
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id and p.captured_on_charge
       where ${OURS} and o.status = 'cancelled' and p.state = 'captured' and p.credited_amount < p.amount`,
  ),
  {
    words: "What GMO's wallets and sheets hold is what our payments say.",
    async check(world) {
      const theirs = (await world.wallets.orders()).map(({ orderId, status, amount }) => ({
        no: orderId,
        kept: status === 'SALES' || status === 'CAPTURE' ? amount : 0,
        held: status === 'AUTH' ? amount : 0,
        status,
      }))
      const covers = (one: Ours, held: number, status: string | null) => held >= one.amount || status === 'EXPIRED'
      const wallets = PAYMENT_METHODS.flatMap(({ id, gmo_wallet }) =>
        id !== null && (gmo_wallet || cardSheetOf(id)) ? [id] : [],
      )
      return (await Promise.all(wallets.map((id) => differing(world, id, theirs, covers)))).flat()
    },
  },
]

interface Ours {
  no: string
  order_no: string
  status: string
  state: string
  amount: number
  captured: number
  refunded: number
  asked: number | null
  busy: boolean
}

/** Payments of one method whose money is not where the provider's books have it. */
async function differing(
  { rows, ids }: World,
  method: number,
  theirs: { no: string; kept: number; held: number; status: string }[],
  covers: (one: Ours, held: number, status: string | null) => boolean,
): Promise<string[]> {
  const books = new Map(theirs.map(({ no, ...book }) => [no, book]))
  const ours = await rows<Ours>(
    `select p.provider_order_id as no, o.order_no, o.status, p.state, p.amount, p.captured_amount as captured, p.refunded_amount as refunded,
       p.refund_asked as asked, p.claimed_until > (select at from world_time) as busy
     from orders o join payment p on p.shop_id = o.shop_id and p.order_id = o.id where ${OURS} and p.payment_method_id = $2`,
    [ids, method],
  )
  return (
    ours
      // Between the request and its answer a job still works on it.
      .filter(
        ({ state, asked, busy }) =>
          !['intent', 'redirected', 'returned', 'void_pending'].includes(state) && asked === null && !busy,
      )
      .flatMap((one) => {
        const { kept = 0, held = 0, status = null } = books.get(one.no) ?? {}
        const isSame =
          kept === one.captured - one.refunded && (one.state === 'authorised' ? covers(one, held, status) : held === 0)
        return isSame ? [] : [JSON.stringify({ ...one, theirs: { kept, held, status } })]
      })
  )
}
