import type { LawPage } from '@kushi/contract/admin/opening'
import { LAW_HEADING, type LawField, lawFields, subscriptionLawFields } from '@kushi/values/law-page'
import { useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Section } from '../../ui/page.tsx'

export const loader = () => api('GET /admin/v1/law-page')

type Values = Record<LawField, string>

const ONE_ROW: readonly LawField[] = ['seller', 'manager', 'phone', 'email', 'price', 'term']
const LONG: readonly LawField[] = ['fees', 'payment', 'payment_time', 'returns']

/** Example texts for items that the settings can't supply. */
const EXAMPLES: Partial<Values> = {
  manager: '例: 椿 花子',
  delivery_time: '例: ご注文から3〜5日でお届けします。',
  returns: '例: 未開封のものは、お届けから8日以内にご連絡いただければ返品・交換を承ります。',
  return_fee: '例: お客様のご都合による返品の送料は、お客様にご負担いただきます。不良品はお店が負担します。',
  subscription: '例: 契約の期間や回数の定めはなく、解約のお申し出があるまで、お選びの周期でお届けが続きます。',
  cancellation: '例: 変更の締切までに、マイページから解約できます。解約料はかかりません。',
}

/** 特定商取引法に基づく表記, a field for each item that the law lists. */
export function Component() {
  const page = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const shown = lawFields.filter((field) => page.has_subscriptions || !subscriptionLawFields.includes(field))
  return (
    <Page
      title="特定商取引法に基づく表記"
      parent={{ to: '/content', name: '文章とページ' }}
      lead="項目ごとに入力すると、法律で必要な順に並んだページになります。内容が正しいかどうかは、お店でご確認ください。"
    >
      {page.is_other && (
        <p role="status" className="mb-4 rounded-base border border-brass bg-brass-tint px-3 py-2">
          いまのページは、この入力欄で作られたものではありません。保存すると、いまの文章は入力した内容に置き換わります。
        </p>
      )}
      <Form<Values>
        values={valuesOf(page)}
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
              label: LAW_HEADING[field],
              placeholder: EXAMPLES[field],
              hint: page.hints[field],
              isRequired: field !== 'email',
            }
            // A text that already has several lines keeps them.
            return ONE_ROW.includes(field) && !page[field].includes('\n') ? (
              <TextField key={field} {...own} />
            ) : (
              <TextAreaField key={field} {...own} rows={LONG.includes(field) ? 3 : 2} />
            )
          })}
        </Section>
      </Form>
    </Page>
  )
}

const valuesOf = (page: LawPage): Values => Object.fromEntries(lawFields.map((field) => [field, page[field]])) as Values
