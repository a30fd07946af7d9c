import type { Tx } from '@kushi/db/connect'
import { ad_letter } from '@kushi/db/schema/abandonment'
import type { Context } from '../../../context.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import { hashToken, newToken } from '../../session/index.ts'

type Letter = Pick<typeof ad_letter.$inferInsert, 'shop_id' | 'channel' | 'address' | 'customer_id'>

/** Texts that every advert must contain (特定電子メール法). */
export const AD_NOTICE_TEXT = {
  why: 'このメールは、お知らせの配信に同意された方へお送りしています。',
  why_line: 'このメッセージは、お知らせの配信に同意された方へお送りしています。',
  stop: '配信の停止はこちら(ログインは不要です)',
}

/**
 * Saves adverts before their texts are composed, because each text contains its stop link. Returns for each, in the given
 * order, the URL of the page that stops it and the one for a mail program's own unsubscribe button.
 */
export async function saveAdMessages(
  tx: Tx,
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  letters: readonly Letter[],
) {
  if (letters.length === 0) return []
  const tokens = letters.map(() => newToken())
  const created_at = clock.now()
  const rows = letters.map((letter, n) => ({ ...letter, unsubscribe_hash: hashToken(tokens[n]!), created_at }))
  const { id: ad_letter_id, unsubscribe_hash } = ad_letter
  const added = await tx.insert(ad_letter).values(rows).returning({ ad_letter_id, unsubscribe_hash })
  const ids = new Map(added.map((one) => [one.unsubscribe_hash.toString('hex'), one.ad_letter_id]))
  return letters.map(({ shop_id }, n) => {
    const token = tokens[n]!
    const base = shopUrl(settings, shop_id)
    return {
      ad_letter_id: ids.get(hashToken(token).toString('hex'))!,
      stop_url: `${base}/sh/unsubscribe?token=${token}`,
      one_click_url: `${base}/v1/cart-abandonments/one-click?token=${token}`,
    }
  })
}
