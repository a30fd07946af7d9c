import type { Queryable } from '@kushi/db/connect'
import { formatDateTime } from '@kushi/values/timestamp'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import {
  composeMail,
  type MailRecipient,
  personalAddresseeText,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import type { InquiryRow } from './inquiry-row.ts'

type Fact = [label: string, text: string]

const shown = (facts: readonly Fact[]): string =>
  facts.flatMap(([label, text]) => (text === '' ? [] : [`■ ${label}\n${text}`])).join('\n\n')

const notAsked = 'お心当たりのない場合は、このメールを破棄してください。'

const header = (row: InquiryRow): Fact[] => [
  ['受付番号', row.inquiry_no],
  ['受付日時', formatDateTime(row.created_at.getTime())],
]

export interface InquiryMail {
  /** 写真, as they were sent. */
  photographs?: readonly Buffer[]
  /** The text for the sender of the inquiry. */
  kind: 'inquiry_received' | 'line_inquiry_received' | 'supplier_received'
  /** The subject of the shop's copy. */
  subject: string
  facts(row: InquiryRow): readonly Fact[]
  /** The hint for the shop on how to answer. */
  reply(row: InquiryRow): string
}

/** Composes the copy of an inquiry for the shop, with all facts. */
export function inquiryMailToShop(
  seller: SenderShop,
  row: InquiryRow,
  { subject, facts, reply }: InquiryMail,
): QueuedMail {
  const member = row.customer_id === null ? '会員ではない方' : `会員番号 ${row.customer_id}`
  const all = shown([...header(row), ...facts(row)])
  return {
    to: seller.email,
    subject: `${subject}(${row.inquiry_no})`,
    text: `${subject}が届きました。${reply(row)}\n\n■ 差出人\n${row.name}(${member})\n\n${all}`,
  }
}

/** Composes the confirmation for the sender, with the expected days until an answer. */
export async function inquiryConfirmationMail(
  db: Queryable,
  seller: SenderShop,
  row: InquiryRow,
  { kind, facts }: InquiryMail,
  to: MailRecipient,
): Promise<QueuedMail> {
  const values = {
    宛名: personalAddresseeText(row.name),
    受付番号: row.inquiry_no,
    お問い合わせの内容: { text: shown([...header(row), ...facts(row)]), until_verified: shown(header(row)) },
    心当たりのない場合: to.email_verified_at ? '' : notAsked,
  }
  return composeMail(db, seller, kind, to, values)
}
