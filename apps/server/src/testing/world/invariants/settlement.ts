import { byQuery, type Invariant, OURS } from '../invariant.ts'

export const settlement: readonly Invariant[] = [
  byQuery(
    'What a payment was settled with is what the lines of the files settled.',
    `select o.order_no, p.state, p.amount, p.captured_amount, p.settled_amount, p.settled_refund, l.sold, l.back from orders o
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id
       cross join lateral (select coalesce(sum(l.settles), 0) as sold, coalesce(sum(l.settles_refund), 0) as back from settlement_line l
         where l.shop_id = p.shop_id and l.payment_id = p.id and l.state <> 'taken_back') l
       where ${OURS} and (p.settled_amount <> l.sold or p.settled_refund <> l.back)`,
  ),
  byQuery(
    'Each line that a provider wrote from its own books fits ours.',
    `select o.order_no, l.provider, l.kind, l.amount, l.reason, p.captured_amount, p.settled_amount, p.refunded_amount, p.settled_refund
       from settlement_line l left join orders o on o.shop_id = 2 and o.order_no = l.order_ref
       left join payment p on p.shop_id = 2 and p.order_id = o.id and p.state in ('captured', 'refunded')
       where l.shop_id = 2 and l.state = 'open' and l.provider not in ('yamato', 'sagawa', 'japan_post', 'bank')`,
  ),
  {
    words: 'The bank got what the files said: 入金 and 仮受金 less 手数料 and 差額 of a file are what its payer sent.',
    async check({ rows, paidOut }) {
      const all = await rows<{ id: number; is_back: boolean; booked: number; known: number }>(
        `select f.id, f.state = 'taken_back' as is_back, f.known_rows as known, coalesce(sum(case when l.kind in ('received', 'suspense') then l.amount
             when l.kind in ('provider_fee', 'difference') then -l.amount end), 0)::int as booked
           from settlement_file f left join ledger_entry l on l.shop_id = f.shop_id and l.cause like 'settlement ' || f.id || '-%'
           where f.shop_id = 2 and f.state in ('done', 'taken_back') group by f.shop_id, f.id`,
      )
      return all.flatMap(({ id, is_back, booked, known }) => {
        // Of a file whose answer was lost nobody knows here.
        const sent = is_back ? 0 : (paidOut.get(Number(id)) ?? booked)
        return known > 0 || booked === sent ? [] : [`ファイル${id}: ${sent}円の入金、台帳では${booked}円`]
      })
    },
  },
  byQuery(
    'What a customer refused at the door is neither owed to them nor paid back, unless its money came.',
    `select o.order_no, o.status, p.state, p.captured_amount, p.credited_amount, p.repaid_amount from orders o
       join payment p on p.shop_id = o.shop_id and p.order_id = o.id and p.payment_method_id is null
       where ${OURS} and p.repaid_amount + p.refunded_amount > p.captured_amount`,
  ),
]
