import { conversion_destination } from '@kushi/db/schema/conversion'
import type { ConversionContact } from '@kushi/values/conversion/conversion'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { AdConsentRequest, adConsentRequested } from '../../sales/checkout/index.ts'
import { adCompanies, adConsentText, reportsCancellations, reportsLaterDeliveries } from './rules/consent-text.ts'

type Ask = Parameters<typeof adConsentRequested>[0]

/**
 * Returns the consent that the confirmation asks for now; null: no active 送信先 is told of such an order. Read from the
 * process's cache, which the database clears on changes.
 */
export async function loadAdConsent(ctx: Ask, is_subscription: boolean): Promise<AdConsentRequest | null> {
  const on = () => loadDestinationsOn(ctx)
  const rows = ctx.cache ? await ctx.cache.get(`ad destinations ${ctx.shop_id}`, on) : await on()
  const told = rows.filter((row) => is_subscription || !reportsLaterDeliveries(row))
  return told.length === 0 ? null : requestOf(told)
}

const loadDestinationsOn = ({ db, shop_id }: Ask) =>
  db
    .select()
    .from(conversion_destination)
    .where(and(eq(conversion_destination.shop_id, shop_id), isNotNull(conversion_destination.on_since)))
    .orderBy(asc(conversion_destination.id))

function requestOf(rows: Awaited<ReturnType<typeof loadDestinationsOn>>): AdConsentRequest {
  const recipients = rows.map((row) => {
    const contacts: ConversionContact[] = [
      ...(row.email_flag ? (['email'] as const) : []),
      ...(row.phone_flag ? (['phone'] as const) : []),
    ]
    return {
      destination_id: row.id,
      contacts,
      is_later_told: reportsLaterDeliveries(row),
      is_cancel_told: reportsCancellations(row),
    }
  })
  return { wording: adConsentText(rows), recipients }
}

/** Whom the shop tells, or is about to, for its privacy policy. */
export const listAdRecipients = async ({ db, shop_id }: Ask) =>
  adCompanies(
    await db
      .select()
      .from(conversion_destination)
      .where(eq(conversion_destination.shop_id, shop_id))
      .orderBy(asc(conversion_destination.id)),
  )
