import { formatCompanyName, parseCompanyName } from '@kushi/values/company-name'
import { required } from '@kushi/values/field-rule'
import { prefectureName } from '@kushi/values/prefecture'
import { addressFailures, normalizeText } from '../address/rules/normalize-address.ts'
import type { Verb } from '../context.ts'
import { normalizeEmail } from '../customer/rules/normalize-email.ts'
import { invalidFields } from '../shop-error.ts'
import { inquiryMails } from './inquiry-mail.ts'
import { receiveInquiry } from './receive-inquiry.ts'

const opening = '卸のお取引をお申し込みいただき、ありがとうございます。次の内容で承りました。'

/** What was nothing but commas is missing now. */
const companyRule = required('会社名')

/** 卸のお取引のお申し込み: kept as an inquiry; the shop answers with an account once it has looked into it. */
export const applyAsSupplier: Verb<'POST /v1/supplier/apply'> = async (ctx, form) => {
  const { postal_code01, postal_code02, pref_id, phone_number, site_url } = form
  const [addr01, addr02, addr03] = [form.addr01, form.addr02, form.addr03].map(normalizeText) as [
    string,
    string,
    string,
  ]
  const failures = addressFailures({
    ...form,
    name01: '-',
    name02: '-',
    kana01: '',
    kana02: '',
    addr01,
    addr02,
    addr03,
  })
  const company = parseCompanyName(normalizeText(form.company_name))
  const broken = companyRule(company?.company_name ?? '')
  if (broken) failures.unshift({ path: 'company_name', ...broken })
  if (failures.length > 0 || !company) throw invalidFields(failures)
  const address = `${prefectureName(pref_id)}${addr01}${addr02} ${addr03}`.trim()
  const asked = {
    kind: 'supplier',
    name: normalizeText(form.name),
    name_kana: form.name_kana.replace(/\s+/g, ' '),
    email: normalizeEmail(form.email),
    phone_number,
    content: form.content,
    detail: { ...company, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, site_url },
    idempotency_key: form.idempotency_key,
  }
  return receiveInquiry(ctx, asked, (seller, row) =>
    inquiryMails(seller, row, {
      subject: '卸のお取引のお申し込み',
      opening,
      facts: [
        ['会社名', formatCompanyName(company)],
        ['お名前', `${row.name}(${row.name_kana})`],
        ['ご住所', `〒${postal_code01}-${postal_code02}\n${address}`],
        ['電話番号', phone_number],
        ['メールアドレス', row.email],
        ['ホームページ', site_url],
        ['ご要望', row.content],
      ],
    }),
  )
}
