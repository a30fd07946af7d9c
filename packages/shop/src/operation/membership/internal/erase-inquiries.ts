import type { Tx } from '@kushi/db/connect'
import { inquiry, inquiry_message, inquiry_photograph } from '@kushi/db/schema/inquiry'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { and, eq, inArray, type SQL } from 'drizzle-orm'

/** Erases sender and content of these inquiries and returns their numbers. */
export async function eraseInquiries(tx: Tx, shop_id: number, whose: SQL | undefined): Promise<string[]> {
  const written = await tx
    .update(inquiry)
    .set({
      name: ERASED_NAME,
      name_kana: '',
      email: '',
      phone_number: '',
      content: ERASED_NAME,
      line_id: null,
      detail: {},
    })
    .where(and(eq(inquiry.shop_id, shop_id), whose))
    .returning({ id: inquiry.id, inquiry_no: inquiry.inquiry_no })
  if (written.length === 0) return []
  const ids = written.map(({ id }) => id)
  await tx
    .update(inquiry_message)
    .set({ body: ERASED_NAME })
    .where(and(eq(inquiry_message.shop_id, shop_id), inArray(inquiry_message.inquiry_id, ids)))
  await tx
    .delete(inquiry_photograph)
    .where(and(eq(inquiry_photograph.shop_id, shop_id), inArray(inquiry_photograph.inquiry_id, ids)))
  return written.map(({ inquiry_no }) => inquiry_no)
}
