import type { PaymentSetting } from '@kushi/contract/admin/payment-setting'
import { PREPAYMENT_DAYS_RANGE } from '@kushi/values/limits'
import { isPrepaidMethod, isReceivableAssigned, paymentMethod } from '@kushi/values/payment-method'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { unfilled } from '../../ui/unfilled.ts'
import { KeptTerms } from './kept-terms.tsx'

const { Form, TextField, NumberField, TextAreaField, CheckField, Rows } = formFor<Values>()

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const { items, running_subscriptions } = await api('GET /admin/v1/setting/payments')
  const setting = items.find(({ id }) => String(id) === params.id)
  if (!setting) throw new Response('', { status: 404 })
  return { setting, running_subscriptions }
}

type Values = Omit<PaymentSetting, 'id' | 'version' | 'payment_method_id'>

/** One 支払方法: words, limits and fees. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { id, version, payment_method_id, ...setting } = loaded.setting
  const { revalidate } = useRevalidator()
  return (
    <Page title={setting.payment_name} parent={{ to: '/setting/payment', name: '支払いの設定' }}>
      <Form
        key={version}
        values={setting}
        submit="保存する"
        permission="setting.write"
        done="支払方法を保存しました"
        save={async (body) => {
          await api('PUT /admin/v1/setting/payments/{id}', { params: { id }, body: { ...body, version } })
          await revalidate()
        }}
      >
        <Section title="見え方">
          <CheckField name="visible" label="ショップに表示する" />
          <div className="grid gap-x-6 md:grid-cols-2">
            <TextField name="payment_name" label="名前" isRequired />
            <NumberField name="sort_no" label="表示順" unit="番目" isRequired />
          </div>
          <TextAreaField name="description" label="説明" isRequired />
          {paymentMethod(payment_method_id).links_account && (
            <CheckField
              name="for_subscriptions"
              label="定期便でも使う"
              hint={`${paymentMethod(payment_method_id).page_of}との契約に、継続課金(アカウントの連携)が必要です。定期便のお届けは手配のときに請求し、あとからの変更はできません。外すと、続いている定期便も、次のお届けから請求できなくなります。`}
            />
          )}
          {isPrepaidMethod(payment_method_id) && (
            <CheckField
              name="for_subscriptions"
              label="定期便の1回目にも使う"
              hint="2回目からのお支払い方法を、ご注文のときに選んでいただきます。1回目のご入金がなければ、定期便ははじまりません。"
            />
          )}
          {isReceivableAssigned(payment_method_id) && (
            <TextField
              name="provider_name"
              label="審査と請求をする会社"
              hint="個人情報をこの会社に渡すことへの同意を、お客様にお願いします。空欄なら、お店が請求します。"
            />
          )}
        </Section>
        <Section title="使える金額">
          <NumberField name="max_amount" label="1回の上限(手数料を含む)" unit="円" isRequired />
          <NumberField
            name="cumulative_limit"
            label="まだ支払われていない金額の上限(会員ごと)"
            unit="円"
            hint="空欄なら制限しません。"
          />
        </Section>
        {isPrepaidMethod(payment_method_id) && (
          <Section title="お支払いの期限">
            <NumberField
              name="pay_within_days"
              label="お支払いの期限"
              unit="日以内"
              isRequired
              hint={`ご注文の日の翌日から数えます。${PREPAYMENT_DAYS_RANGE.from}日から${PREPAYMENT_DAYS_RANGE.to}日まで。期限まで在庫をお取り置きし、前日にメールでお知らせします。`}
            />
          </Section>
        )}
        <Section title="手数料" lead="お支払い額が「この金額」以上のときの手数料(税込)。ひとつもなければ0円です。">
          <KeptTerms running={loaded.running_subscriptions} of={payment_method_id} what="手数料" />
          <Rows name="fees" newRow={{ from_amount: unfilled<number>(), fee: unfilled<number>() }} add="段階を増やす">
            {(n) => (
              <>
                <NumberField name={`fees.${n}.from_amount`} label="この金額から" unit="円" className="mb-0!" />
                <NumberField name={`fees.${n}.fee`} label="手数料" unit="円" className="mb-0!" />
              </>
            )}
          </Rows>
        </Section>
      </Form>
    </Page>
  )
}
