import type { ClickIds } from '@kushi/values/click-id'
import type {
  ConversionContact,
  ConversionDrop,
  ConversionEventName,
  ConversionValue,
} from '@kushi/values/conversion/conversion'
import {
  CONVERSION_KINDS,
  type ConversionKindName,
  isToldByServer,
  parameterFieldNames,
} from '@kushi/values/conversion/kinds'
import {
  type ConversionPlaceholder,
  isVisitPlaceholder,
  parseConversionParameters,
  usedPlaceholders,
} from '@kushi/values/conversion/placeholders'
import type { OrderStatus } from '@kushi/values/order-status'
import { sum } from '@kushi/values/sum'

/** The facts that decide whether an event is sent. */
export interface JudgedEvent {
  event_name: ConversionEventName
  /** Days since it happened. */
  age_days: number
  /** This one included. */
  attempts: number
  order_status: OrderStatus
  /** null: nothing may be sent, because the consent was withdrawn or the member left. */
  consented: readonly ConversionContact[] | null
  /** Whether the third party accepted the event that is now cancelled; null: the event is no cancellation. */
  was_told: boolean | null
  click_ids: ClickIds
  adcd: string | null
  abmtcd: string | null
  ad_user_id: string | null
}

export interface JudgedDestination {
  conversion_kind: ConversionKindName
  email_flag: boolean
  phone_flag: boolean
  account_values: Readonly<Record<string, string>>
}

/** The hashes that the 送信先 asks for and the customer agreed to. */
export const sentContacts = (
  { email_flag, phone_flag }: Pick<JudgedDestination, 'email_flag' | 'phone_flag'>,
  consented: readonly ConversionContact[],
): ConversionContact[] => consented.filter((one) => (one === 'email' ? email_flag : phone_flag))

const isGivenUp = (status: OrderStatus) => status === 'cancelled' || status === 'returned'

/** Returns the reason why an event is not sent; null: it is sent. */
export function dropReasonOfEvent(event: JudgedEvent, destination: JudgedDestination): ConversionDrop | null {
  const { days } = CONVERSION_KINDS[destination.conversion_kind]
  if (event.consented === null) return 'no_consent'
  if (event.was_told === false) return 'not_told'
  if (event.event_name === 'cancelled' && !destination.account_values.cancel_parameters) return 'not_asked'
  // After an attempt whose answer was lost it may have been taken, so it is told to the end, and then its cancellation.
  if (event.event_name !== 'cancelled' && isGivenUp(event.order_status) && event.attempts <= 1) return 'cancelled'
  if (!isMatched(event, event.consented, destination)) return 'no_match'
  return event.age_days > days ? 'too_old' : null
}

/** Whether something connects the order with an advert of that third party. */
function isMatched(
  event: JudgedEvent,
  consented: readonly ConversionContact[],
  destination: JudgedDestination,
): boolean {
  const { conversion_kind, account_values } = destination
  // The third party itself sees whose customer it was.
  if (!isToldByServer(conversion_kind)) return true
  const { fields, click_ids, contact } = CONVERSION_KINDS[conversion_kind]
  const asked = parameterFieldNames(conversion_kind).filter((name) => !fields[name]!.is_optional)
  if (asked.length > 0)
    return asked
      .flatMap((name) => visitPlaceholders(account_values[name] ?? ''))
      .every((name) => visitValue(event, name))
  const hasContact = sentContacts(destination, consented).length > 0
  return hasContact || (contact === 'optional' && click_ids.some((name) => event.click_ids[name] !== undefined))
}

function visitPlaceholders(text: string): ConversionPlaceholder[] {
  const parameters = parseConversionParameters(text)
  return typeof parameters === 'string' ? [] : usedPlaceholders(parameters).filter(isVisitPlaceholder)
}

const visitValue = ({ click_ids, ...event }: JudgedEvent, name: ConversionPlaceholder): string | null | undefined =>
  name.startsWith('click.')
    ? click_ids[name.slice('click.'.length) as keyof ClickIds]
    : event[name as 'adcd' | 'abmtcd' | 'ad_user_id']

/** 商品代金: the goods of each tax rate after discounts, without their tax; no fees and no 調整額. */
export const goodsTotalWithoutTax = (goods: readonly { tax_rate: number; paid: number }[]): number =>
  sum(goods.map(({ tax_rate, paid }) => paid - Math.floor((paid * tax_rate) / (100 + tax_rate))))

export const conversionValueInYen = (
  value: ConversionValue,
  { total, goods }: Record<ConversionValue, number>,
): number => (value === 'total' ? total : goods)

/** Minutes until the next attempt, then twice a day, until the event is too old. */
const PAUSES = [1, 5, 15, 60, 180, 360]
const LAST_PAUSE = 720
/** `asked`: seconds that the third party wants to be left alone, which lengthen a pause up to the longest. */
export const conversionRetryMinutes = (attempts: number, asked = 0): number =>
  Math.min(Math.max(PAUSES[attempts - 1] ?? LAST_PAUSE, Math.ceil(asked / 60)), LAST_PAUSE)

/** Attempts after which a waiting event is shown as stuck: about a quarter of an hour. */
export const STUCK_CONVERSION_ATTEMPTS = 4
