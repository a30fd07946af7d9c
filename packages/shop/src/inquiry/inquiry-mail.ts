import { INQUIRY_REPLY_DAYS } from '@kushi/values/inquiry-status'
import { formatDateTime } from '@kushi/values/timestamp'
import { letter, type Seller } from '../mail/letter.ts'
import type { QueuedMail } from '../outbox/enqueue-mail.ts'
import type { InquiryRow } from './receive-inquiry.ts'

type Fact = [label: string, text: string]

const shown = (facts: readonly Fact[]): string =>
  facts.flatMap(([label, text]) => (text === '' ? [] : [`■ ${label}\n${text}`])).join('\n\n')

const notAsked = 'お心当たりのない場合は、このメールを破棄してください。'

const header = (row: InquiryRow): Fact[] => [
  ['受付番号', row.inquiry_no],
  ['受付日時', formatDateTime(row.created_at.getTime())],
]

/**
 * The two mails of an inquiry: to the shop with everything, and to whoever wrote with when to expect an answer. Only a
 * member's own address gets the words again: to any other the shop would mail a stranger's text under its name.
 */
export function inquiryMails(
  seller: Seller,
  row: InquiryRow,
  isOwn: boolean,
  { subject, opening, facts }: { subject: string; opening: string; facts: readonly Fact[] },
): { toShop: QueuedMail; toSender: QueuedMail } {
  const all = shown([...header(row), ...facts])
  const { min, max } = INQUIRY_REPLY_DAYS
  const reply = `担当者より、${min}〜${max}営業日以内にご連絡いたします。しばらくお待ちください。`
  const member = row.customer_id === null ? '会員ではない方' : `会員番号 ${row.customer_id}`
  return {
    toSender: {
      to: row.email,
      subject: `【${seller.shop_name}】${subject}を承りました(${row.inquiry_no})`,
      text: isOwn
        ? letter(seller, row.name, `${opening}次の内容で承りました。`, reply, all)
        : letter(seller, null, opening, reply, shown(header(row)), notAsked),
    },
    toShop: {
      to: seller.email,
      subject: `${subject}(${row.inquiry_no})`,
      text: `${subject}が届きました。ご返信は ${row.email} へお願いします。\n\n■ 差出人\n${row.name}(${member})\n\n${all}`,
    },
  }
}
