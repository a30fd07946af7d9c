import { formatDateWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import type { Invariant } from '../invariant.ts'
import { PAID_AHEAD, UNCHANGED } from './promises.ts'

/** The amount or day after a label, as a text says it; undefined: it does not. */
const saidIn = (text: string, label: string) => new RegExp(`^${label}: (.+?)(?:\\(|$)`, 'm').exec(text)?.[1]?.trim()

const dayIn = (text = '') => /\d+月\d+日/.exec(text)?.[0]

/** Mails about an order, as long as their texts are kept. */
const MAILS = `select order_id, payload ->> 'text' as text from outbox where shop_id = 2 and kind = 'mail'
  and payload ->> 'text' is not null`

export const texts: readonly Invariant[] = [
  {
    words: 'The mail about an order says the amount, the day and the later payments that its confirmation said.',
    async check({ rows, promises }) {
      const mails = await rows<{ order_no: string; text: string; is_paid_later: boolean }>(
        `select o.order_no, m.text, o.delivery_date is null and coalesce(o.payment_method_id in (${PAID_AHEAD}), false) as is_paid_later from (${MAILS} and payload ->> 'subject' like '%ありがとうございます%') m
           join orders o on o.shop_id = 2 and o.id = m.order_id where o.order_no = any($1)`,
        [promises.map(({ order_no }) => order_no)],
      )
      return mails.flatMap(({ order_no, text, is_paid_later }) => {
        const { confirmed_total, first_delivery_date, later } = promises.find((one) => one.order_no === order_no)!
        const said = {
          total: saidIn(text, 'お支払い合計'),
          // Counted from the day on which the money came.
          ...(!is_paid_later && { day: dayIn(text.split('お届け予定日: ')[1]) }),
          later: saidIn(text, '次回からの毎回のお支払い'),
        }
        const promised = {
          total: formatYen(confirmed_total),
          ...(!is_paid_later && { day: dayIn(formatDateWithWeekday(first_delivery_date)) }),
          later: said.later === undefined ? undefined : formatYen(later[0] ?? 0),
        }
        return JSON.stringify(said) === JSON.stringify(promised)
          ? []
          : [`${order_no}: 確認画面では${JSON.stringify(promised)}、メールでは${JSON.stringify(said)}`]
      })
    },
  },
  {
    words: 'A delivery costs at most what its notice said, unless the member or the shop changed something.',
    async check({ rows }) {
      const found = await rows<{ order_no: string; noticed: number; total: number }>(
        `select o.order_no, c.promised_total as noticed, o.payment_total as total from orders o
           join subscription_cycle c on c.shop_id = o.shop_id and c.subscription_id = o.subscription_id and c.cycle = o.cycle
         where o.shop_id = 2 and o.replaces_order_id is null and c.promised_total is not null
           and o.payment_total > c.promised_total and ${UNCHANGED}`,
      )
      return found.map((one) => JSON.stringify(one))
    },
  },
]
