import type { Tx } from '@kushi/db/connect'
import { ad_letter } from '@kushi/db/schema/abandonment'
import type { Context } from '../../context.ts'
import { hashToken, newToken } from '../../session/index.ts'
import { shopUrl } from '../../setting/index.ts'

type Letter = Pick<typeof ad_letter.$inferInsert, 'shop_id' | 'channel' | 'address' | 'customer_id'>

/** Said in every advert (特定電子メール法). */
export const AD_WORDS = {
  why: 'このメールは、お知らせの配信に同意された方へお送りしています。',
  why_line: 'このメッセージは、お知らせの配信に同意された方へお送りしています。',
  stop: '配信の停止はこちら(ログインは不要です)',
}

/** Writes an advert down before its words are written, since they hold the way to stop it: the page, and where a mail program stops it itself. */
export async function writeAdLetter(tx: Tx, { clock, settings }: Pick<Context, 'clock' | 'settings'>, letter: Letter) {
  const token = newToken()
  const [added] = await tx
    .insert(ad_letter)
    .values({ ...letter, unsubscribe_hash: hashToken(token), created_at: clock.now() })
    .returning({ id: ad_letter.id })
  const base = shopUrl(settings, letter.shop_id)
  return {
    ad_letter_id: added!.id,
    stop_url: `${base}/sh/unsubscribe?token=${token}`,
    one_click_url: `${base}/v1/cart-abandonments/one-click?token=${token}`,
  }
}
