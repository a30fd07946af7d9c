import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { formatPoints } from '@kushi/values/points'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { formatYen, type Yen } from '@kushi/values/yen'
import { promotionEndText } from '../../promotion/rules/offer.ts'
import { defectTermsText, phoneContactText, returnTermsText, yearlyCancellationText } from './blocks.ts'
import { bestYearlyTerms, type ReturnTerms, type ShopFacts, type YearlyTerms } from './facts.ts'

/** A row of the conditions that a customer accepts (特定商取引法 12条の6), as every screen, mail and phone text says it. */
export interface TermRow {
  label: string
  lines: string[]
}

interface Goods {
  product_id: number
  product_name: string
}

interface OrderTermsInput {
  facts: ShopFacts
  items: readonly Goods[]
  /** Promotions of this order that end. */
  promotions?: readonly { promotion_name: string; ends_at: Date }[]
  /** When the offer as a whole ends, ready to show; absent: when its goods and promotions do. */
  until?: string
  /** null: a single purchase. */
  subscription: {
    next_delivery_date: CalendarDate
    change_deadline: CalendarDate
    arranged_before_days: number
    /** Deliveries that the first payment pays for; null: each is paid by itself. */
    yearly_count: number | null
  } | null
}

/** The terms for cancelling a yearly contract with these goods. */
export const yearlyTermsOfGoods = (facts: ShopFacts, items: readonly Pick<Goods, 'product_id'>[]): YearlyTerms =>
  bestYearlyTerms(facts.yearly.filter(({ product_id }) => items.some((item) => item.product_id === product_id)))

/**
 * The terms that are shown before an order: duration, changes, 解約, cancelling, returns, and how long the offer holds.
 */
export function orderTermRows({ facts, items, promotions = [], until, subscription }: OrderTermsInput): TermRow[] {
  return [
    ...(subscription === null ? [] : contractTerms({ facts, items, subscription })),
    {
      label: 'ご注文のキャンセル',
      lines: [`発送の手配をする前に限り、${phoneContactText(facts)}かお問い合わせフォームで承ります。`],
    },
    { label: '返品・交換', lines: returnTermLines(facts, items) },
    {
      label: 'お申し込みの期限',
      lines: until === undefined ? offerLines(facts, items, promotions) : [`${until}までです。`, WHILE_STOCK_LASTS],
    },
  ]
}

function contractTerms({
  facts,
  items,
  subscription,
}: OrderTermsInput & { subscription: NonNullable<OrderTermsInput['subscription']> }): TermRow[] {
  const { next_delivery_date, change_deadline, arranged_before_days, yearly_count } = subscription
  const day = formatDateWithWeekday(change_deadline)
  const yearly = yearly_count === null ? null : yearlyTermsOfGoods(facts, items)
  return [
    { label: 'お届けの期間', lines: [contractDurationText(yearly_count)] },
    {
      label: '変更・お休み',
      lines: [
        `2回目(${formatDateWithWeekday(next_delivery_date)}お届け分)は、${day}まで変更・お休みいただけます。3回目からは、お届け予定日の${arranged_before_days}日前まで(休業日の前など、それでは間に合わないときは、マイページでご案内するそれより早い日まで)です。`,
        `マイページの「定期便一覧」でお手続きください。${phoneContactText(facts)}でも承ります。`,
      ],
    },
    {
      label: '解約',
      lines: [
        ...(yearly !== null && comesAnyway(yearly)
          ? []
          : [
              `2回目のお届けは、${day}までに解約いただければ、${yearly === null ? 'お届けもご請求もありません' : 'お届けしません'}。そのあとも解約を承り、手配済みの1回を最後に終わります。3回目からも同じです。`,
            ]),
        `マイページの「定期便一覧」か${phoneContactText(facts)}でお手続きください。`,
        yearly === null ? '解約料はかかりません。' : yearlyCancellationText(yearly),
      ],
    },
  ]
}

/** Whether prepaid deliveries come even after 解約, so that 解約 does not end with the arranged delivery. */
const comesAnyway = ({ lump_sum_rule }: YearlyTerms) => lump_sum_rule === 'delivered'

/**
 * The sentence on how long a contract runs. `yearly_count`: deliveries that are paid for at once; null: each is paid by
 * itself.
 */
export const contractDurationText = (yearly_count: number | null): string =>
  yearly_count === null
    ? '回数や期間のお約束はありません。解約のお申し出があるまで、同じ周期で続きます。'
    : `全${yearly_count}回のお届けで終わり、自動では更新されません。`

/** The lines on returns: the shop's terms for goods without their own, and those of each product that has some. */
export function returnTermLines(facts: ShopFacts, items: readonly Goods[]): string[] {
  const own = facts.return_notes.filter(({ product_id }) => items.some((item) => item.product_id === product_id))
  const isAll = items.length > 0 && items.every((item) => own.some(({ product_id }) => product_id === item.product_id))
  return [
    ...(isAll ? [] : [returnTermsText(facts)]),
    ...own.map(({ product_name, return_note }) =>
      items.length === 1 ? return_note : `「${product_name}」: ${return_note}`,
    ),
    defectTermsText(facts),
  ]
}

interface ReturnNote {
  product_name: string
  return_note: string
}

/** 返品の条件 of a set: its own, or the shop's, and those of the parts that have some. Empty: as with all other goods. */
export const returnNoteOfSet = (facts: ReturnTerms, own: string, parts: readonly ReturnNote[]): string =>
  parts.length === 0
    ? own
    : [
        own || returnTermsText(facts),
        ...parts.map(({ product_name, return_note }) => `セットの中の「${product_name}」について: ${return_note}`),
      ].join('')

const WHILE_STOCK_LASTS = '在庫がなくなりしだい、受付を終了します。'

function offerLines(
  { ends }: ShopFacts,
  items: readonly Goods[],
  promotions: NonNullable<OrderTermsInput['promotions']>,
): string[] {
  const ending = items.flatMap(({ product_id, product_name }) => {
    const end = ends.find((one) => one.product_id === product_id)
    return end ? [`「${product_name}」は、${formatDateWithWeekday(end.last_day)}までのお申し込みです。`] : []
  })
  const others = ending.length === items.length ? [] : ['期限の定めはありません。']
  const offers = promotions.map(
    ({ promotion_name, ends_at }) => `特典${wrapInQuoteMarks(promotion_name)}は、${promotionEndText(ends_at)}`,
  )
  // Beside an offer that ends, what has no end is the goods.
  const unlimited = offers.length > 0 && others.length > 0 ? ['商品の販売に、期限の定めはありません。'] : others
  return [...new Set([...ending, ...unlimited, ...offers]), WHILE_STOCK_LASTS]
}

interface RunningContract {
  facts: ShopFacts
  items: readonly Goods[]
  next_delivery_date: CalendarDate
  change_deadline: CalendarDate
  /** 年払い: deliveries that are paid and still to come; null: each is paid by itself. */
  remaining: number | null
  rule: YearlyTerms
}

/** The terms that are shown before a change of a running contract. */
export const runningContractTermRows = (contract: RunningContract): TermRow[] => {
  const { facts, items, next_delivery_date, change_deadline, remaining, rule } = contract
  return [
    {
      label: 'お届けの期間',
      lines: [
        remaining === null
          ? contractDurationText(null)
          : `お支払い済みの残り${remaining}回で終わり、自動では更新されません。`,
      ],
    },
    {
      label: '変更・お休みの締め切り',
      lines: [
        `次回(${formatDateWithWeekday(next_delivery_date)}お届け分)は、${formatDateWithWeekday(change_deadline)}までです。`,
      ],
    },
    {
      label: '解約の方法',
      lines: [
        `マイページの「定期便一覧」か${phoneContactText(facts)}でお手続きください。${remaining !== null && comesAnyway(rule) ? '' : '締め切りのあとでも解約を承り、手配済みの1回を最後に終わります。'}`,
        remaining === null ? '解約料はかかりません。' : yearlyCancellationText(rule),
      ],
    },
    { label: '返品・交換', lines: returnTermLines(facts, items) },
  ]
}

interface Cancelling {
  /** The delivery that is arranged and still comes; null: none. */
  last: CalendarDate | null
  next_delivery_date: CalendarDate
  /** 年払い: the part that is paid and not arranged; null: each delivery is paid by itself. */
  yearly: {
    remaining: number
    is_delivered: boolean
    rest_amount: Yen
    fee: Yen
    refund_amount: Yen
    rest_points: number
  } | null
}

/** The sentence on the effect of 解約 now, shown before it is confirmed. */
export function cancellationEffectText({ last, next_delivery_date, yearly }: Cancelling): string {
  if (yearly && yearly.remaining > 0 && yearly.is_delivered)
    return `お支払い済みの残り${yearly.remaining}回分は、解約されたあとも予定どおりお届けします。残りの代金はお返ししません。これ以降のお支払いはありません。`
  const coming =
    last === null
      ? `${formatDateWithWeekday(next_delivery_date)}以降のお届けとお支払いがなくなります。`
      : `${formatDateWithWeekday(last)}のお届けは、手配が済んでいるため、そのままお届けします。その後のお届けとお支払いがなくなります。`
  if (!yearly || (yearly.rest_amount === 0 && yearly.rest_points === 0)) return `${coming}解約料はかかりません。`
  const { remaining, rest_amount, fee, refund_amount, rest_points } = yearly
  const rest = `まだ手配していない${remaining}回分の代金 ${formatYen(rest_amount)}`
  return `${coming}${fee > 0 ? `${rest}から、解約料 ${formatYen(fee)} を引いた ${formatYen(refund_amount)} をお返しします。` : `${rest} をお返しします。解約料はかかりません。`}${
    rest_points > 0 ? `お使いのポイントのうち${formatPoints(rest_points)}もお返しします。` : ''
  }`
}
