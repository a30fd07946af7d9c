import { z } from 'zod'
import { isoDate } from '../endpoint.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { ScheduledChange } from './schedule.ts'
import { StoppedOrder } from './shipping.ts'

const moment = z.iso.datetime()
/** Whole yen, also for sums. */
const yen = z.number().int()

/** 受注: valid orders, tax included. Unpaid and cancelled orders are not counted. */
const Money = z.object({
  /** The 24 hours of today, compared with the same day a week ago. */
  hours: z.array(z.object({ hour: z.int(), orders: z.int(), amount: yen, amount_before: yen })),
  /** The days of this month up to today, compared with the same day of the previous month; null: it had no such day. */
  days: z.array(
    z.object({
      date: isoDate,
      orders: z.int(),
      amount: yen,
      subscription_amount: yen,
      amount_before: yen.nullable(),
    }),
  ),
})
export type TodaySales = z.infer<typeof Money>

/** The screen 今日: the tasks of the day. A part is null for operators without its permission. */
export const Today = z.object({
  today: isoDate,
  shipping: z
    .object({
      ready: z.int(),
      stopped: z.int(),
      packed: z.int(),
      shipped: z.int(),
      /** The first stopped orders, each with the action that resolves it. */
      stopped_orders: z.array(StoppedOrder),
      later: z.object({ orders: z.int(), from: isoDate.nullable() }),
      pickup_time: z.string().nullable(),
    })
    .nullable(),
  payments: z
    .object({
      /** 審査中, and the day on which the first of them expires. */
      held: z.int(),
      awaiting: z.int().meta({ description: '入金待ち: orders of which nothing is paid yet.' }),
      short: z.int().meta({ description: '銀行振込: orders of which only a part is paid.' }),
      held_until: isoDate.nullable(),
      /** 仮売上の取消待ち */
      voids: z.int(),
      /** Differences between the provider's records and ours, and the order of the first one. */
      differences: z.int(),
      difference_order_id: z.int().nullable(),
      /** The number of orders that owe the customer money, and the sum. */
      to_refund: z.int(),
      owed_amount: z.int(),
      transfers: z
        .int()
        .meta({ description: '振込での返金 that wait for a file, its approval, or an answer to a failed transfer.' }),
      lapsing: z.int().meta({ description: '仮売上 that end within days or have ended, and are not shipped.' }),
      lapse_on: isoDate.nullable().meta({ description: 'The last day of the first of them.' }),
      /** Today's orders whose payment failed. */
      declined: z.int(),
    })
    .nullable(),
  books: z
    .object({
      /** Payments that their provider should have paid out by now, and how much in all. */
      overdue: z.int(),
      overdue_amount: yen,
      /** 入金明細 that fit no order and wait for a person. */
      open_lines: z.int(),
    })
    .nullable(),
  /**
   * `awaits_goods`: exchanges (交換) that were shipped and whose returned items are not recorded yet. `short`: orders held
   * for 欠品, whose customers wait for news.
   */
  orders: z
    .object({
      awaits_goods: z.int(),
      short: z.int(),
      checks: z
        .int()
        .meta({ description: 'Orders held for ご注文の確認: the same person, 注意リスト or 不正注文の審査.' }),
      late_checks: z.int().meta({ description: 'Those of them that should have been decided.' }),
    })
    .nullable(),
  subscriptions: z
    .object({
      /** By reason. Reasons without an automatic retry come first. */
      failures: z.array(
        z.object({
          failure: z.string(),
          subscriptions: z.int(),
          /** The number of them without an automatic retry: they need an action. */
          resting: z.int(),
          /** Day of the next attempt; null: there is none. */
          retry_on: isoDate.nullable(),
        }),
      ),
    })
    .nullable(),
  messages: z
    .object({
      /** Given up after seven attempts. */
      failed: z.int(),
      /** Waiting for more than an hour. */
      late: z.int(),
      overdue: z.array(z.object({ id: z.int(), run_at: moment, recipients: z.int() })).meta({
        description: '一斉送信 whose time passed while nothing ran, and that wait for an operator; at most 5.',
      }),
    })
    .nullable(),
  inquiries: z
    .object({
      waiting: z.int(),
      waiting_since: moment.nullable(),
      urgent: z.int(),
      suppliers: z.int(),
      /** 個人情報の請求 that are not answered, and the earliest due date among them. */
      privacy: z.int(),
      privacy_due: isoDate.nullable(),
    })
    .nullable(),
  stock: z
    .object({
      out: z.int(),
      low: z.int(),
      /** The first of them; `out` comes before `low`. */
      items: z.array(z.object({ id: z.int(), name: z.string(), stock: z.int() })),
    })
    .nullable(),
  changes: z.object({ coming: z.array(ScheduledChange), failed: z.int() }).nullable(),
  /** 個人情報の事故 of which a report to 個人情報保護委員会 is to be made, by its term; at most 5. */
  incidents: z
    .array(
      z.object({
        id: z.int(),
        report: z.enum(['first', 'final']).meta({ description: '速報 or 確報.' }),
        aim_on: isoDate.meta({ description: 'The day by which it is wanted.' }),
        due_on: isoDate,
      }),
    )
    .nullable(),
  /** Texts that are not as the settings are: where, and both sentences; at most 20. */
  promises: z.array(z.object({ name: z.string(), to: z.string(), said: z.string(), fact: z.string() })).nullable(),
  attacks: z
    .object({
      failed: z.int().meta({ description: 'Logins that failed.' }),
      accounts: z.int().meta({ description: 'Members at whose accounts they failed.' }),
      refused: z.int().meta({ description: 'Registrations that a program filled in.' }),
    })
    .nullable()
    .meta({ description: 'Signs of programs in the last 24 hours, 0 while they are as few as customers make.' }),
  adverts: z
    .array(
      z.object({
        id: z.int(),
        title: z.string(),
        is_closed: z.boolean().meta({ description: 'It took orders before; false: it is hidden or not open yet.' }),
        visits: z.int().meta({ description: 'From adverts, in the last seven days.' }),
      }),
    )
    .nullable()
    .meta({ description: '申し込みページ that take no orders and to which adverts still lead; at most 5.' }),
  conversions: z
    .array(
      z.object({
        id: z.int(),
        destination_name: z.string(),
        refused: z.int().meta({ description: 'Events that were refused or not taken in time, lately.' }),
        stuck: z.int().meta({ description: 'Events that were sent several times and are not taken.' }),
      }),
    )
    .nullable()
    .meta({ description: '広告の送信先 that refused events, or take none.' }),
  money: Money.nullable(),
})
export type Today = z.infer<typeof Today>

export const todayAdminEndpoints = {
  'GET /admin/v1/today': { summary: '今日すること', permission: 'signed-in', response: Today },
} as const satisfies AdminEndpoints
