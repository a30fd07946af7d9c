import { customer } from '@kushi/db/schema/customer'
import { type CalendarDate, dateParts } from '@kushi/values/calendar-date'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, eq } from 'drizzle-orm'
import { type AudienceFacts, memberOnlyText, type PromotionAudienceRule } from './audience.ts'

interface BornMember extends AudienceFacts {
  is_guest: boolean
  birthday: CalendarDate | null
}

/** Whether the birthday is in the month of that moment, in Japan. */
export const isBirthMonth = (birthday: CalendarDate | null, at: Date): boolean =>
  birthday !== null && dateParts(birthday).month === dateParts(timestampToJapanDate(at.getTime())).month

/** Members whose birthday is in the month of the order. */
export const birthdayMonthAudience: PromotionAudienceRule<BornMember> = {
  async load({ ctx: { db, shop_id, customer_id } }) {
    if (customer_id === null) return () => ({ is_guest: true, birthday: null })
    const [born] = await db
      .select({ birthday: customer.birthday })
      .from(customer)
      .where(and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id)))
    return () => ({ is_guest: false, birthday: born?.birthday ?? null })
  },
  refuse({ promotion_name }, { is_guest, birthday }, now) {
    const name = wrapInQuoteMarks(promotion_name)
    if (is_guest) return memberOnlyText(promotion_name)
    if (birthday === null)
      return `${name}は、生まれ月の会員の方の特典です。会員情報に生年月日のご登録がないため、適用されません。`
    return isBirthMonth(birthday, now) ? null : `${name}は、生まれ月にご注文の会員の方の特典のため、適用されません。`
  },
  is_quiet: true,
}
