import type { LegalNoticePage } from '@kushi/contract/admin/opening'
import {
  LEGAL_NOTICE_HEADING,
  type LegalNoticeField,
  legalNoticeFields,
  subscriptionLegalNoticeFields,
} from '@kushi/values/law-page'
import { useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'

const { Form, TextField, TextAreaField } = formFor<Values>()

export const loader = () => api('GET /admin/v1/law-page')

type Values = Record<LegalNoticeField, string>

const ONE_ROW: readonly LegalNoticeField[] = ['seller', 'manager', 'phone', 'email', 'price', 'term']
const MULTILINE_FIELDS: readonly LegalNoticeField[] = ['fees', 'payment', 'payment_time', 'returns']

/** The law asks for it only where there is something to say. */
const OPTIONAL: readonly LegalNoticeField[] = ['email', 'limit']

/** 特定商取引法に基づく表記, a field for each item that the law lists. */
export function Component() {
  const page = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const shown = legalNoticeFields.filter(
    (field) => page.has_subscriptions || !subscriptionLegalNoticeFields.includes(field),
  )
  return (
    <Page
      title="特定商取引法に基づく表記"
      parent={{ to: '/content', name: '文章とページ' }}
      lead="お店の設定から下書きしてあります。{ }の差し込みは、設定を変えるといっしょに変わります。設定と違うことを書くと、保存のときにお知らせします。"
    >
      {page.is_other && (
        <p role="status" className="mb-4 rounded-base border border-brass bg-brass-tint px-3 py-2">
          いまのページは、この入力欄で作られたものではありません。保存すると、いまの文章は入力した内容に置き換わります。
        </p>
      )}
      <Form
        values={formValuesOf(page)}
        submit="ページにする"
        permission="content.write"
        done="「特定商取引法に基づく表記」を保存しました"
        save={async (values) => {
          await api('PUT /admin/v1/law-page', { body: { ...values, version: page.version } })
          // Navigates after the form has reset. Otherwise it would warn about unsaved changes.
          setTimeout(() => void navigate('/content/defrayal/0'))
        }}
      >
        <Section title="表示する項目">
          {shown.map((field) => {
            const own = {
              name: field,
              label: LEGAL_NOTICE_HEADING[field],
              hint: page.hints[field],
              isRequired: !OPTIONAL.includes(field),
            }
            // A text that already has several lines keeps them.
            return ONE_ROW.includes(field) && !page[field].includes('\n') ? (
              <TextField key={field} {...own} />
            ) : (
              <TextAreaField key={field} {...own} rows={MULTILINE_FIELDS.includes(field) ? 3 : 2} />
            )
          })}
        </Section>
      </Form>
    </Page>
  )
}

const formValuesOf = (page: LegalNoticePage): Values =>
  Object.fromEntries(legalNoticeFields.map((field) => [field, page[field]])) as Values
