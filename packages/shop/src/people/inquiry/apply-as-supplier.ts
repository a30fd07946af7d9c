import { addressLine } from '@kushi/values/address'
import { formatCompanyName, parseCompanyName } from '@kushi/values/company'
import { normalizeEmail } from '@kushi/values/email'
import type { Handler } from '../../context.ts'
import { receiveInquiry } from './internal/receive-inquiry.ts'

/** 卸のお取引のお申し込み: saved as an inquiry. When the shop approves it, the applicant gets an account. */
export const applyAsSupplier: Handler<'POST /v1/supplier/apply'> = async (ctx, form) => {
  const { postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number, site_url } = form
  const company = parseCompanyName(form.company_name)!
  const address = addressLine(form)
  const asked = {
    kind: 'supplier' as const,
    name: form.name,
    name_kana: form.name_kana,
    email: normalizeEmail(form.email),
    phone_number,
    content: form.content,
    detail: { ...company, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, site_url },
    idempotency_key: form.idempotency_key,
  }
  return receiveInquiry(ctx, asked, {
    kind: 'supplier_received',
    subject: '卸のお取引のお申し込み',
    reply: ({ email }) => `ご返信は ${email} へお願いします。`,
    facts: (row) => [
      ['会社名', formatCompanyName(company)],
      ['お名前', `${row.name}(${row.name_kana})`],
      ['ご住所', `〒${postal_code01}-${postal_code02}\n${address}`],
      ['電話番号', phone_number],
      ['メールアドレス', row.email],
      ['ホームページ', site_url],
      ['ご要望', row.content],
    ],
  })
}
