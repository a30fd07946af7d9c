import { AD_WORDS } from '../../customer/index.ts'
import { addressee } from '../../mail/index.ts'
import { mailOf, PLACEHOLDERS, type Sender, textFailures } from '../../message/index.ts'
import { invalidFields } from '../../shop-error.ts'

export interface MessageWords {
  subject: string
  body: string
  is_advert: boolean
}

/** 差し込み of a 一斉送信. Who writes, and how an advert is stopped, stands below every one: nobody has to think of it. */
export const MESSAGE_KIND = {
  placeholders: ['宛名', '店舗名', '店舗の連絡先', 'マイページ', '定期便のページ'],
  required: [],
} as const

/** @throws ShopError 422 */
export function checkWords(words: MessageWords): void {
  const failures = textFailures(MESSAGE_KIND, words)
  if (failures.length > 0) throw invalidFields(failures)
}

interface Reader {
  /** null: a sample. */
  name: string | null
  /** Of the shop. */
  base: string
  /** Of an advert: where it is stopped. */
  stop_url: string
}

/** One mail of it. */
export function composeMessage(words: MessageWords, seller: Sender, { name, base, stop_url }: Reader) {
  const { subject, body, is_advert } = words
  const values = {
    宛名: name === null ? PLACEHOLDERS.宛名.sample : addressee(name),
    マイページ: `マイページを開く\n${base}/sh/mypage`,
    定期便のページ: `定期便を確認する\n${base}/sh/mypage/subscriptions`,
    配信停止: `${AD_WORDS.why}\n${AD_WORDS.stop}: ${stop_url}`,
  }
  const whole = [body, ...(is_advert ? ['{配信停止}'] : []), '{署名}'].join('\n\n')
  return mailOf({ subject, body: whole }, seller, values)
}
