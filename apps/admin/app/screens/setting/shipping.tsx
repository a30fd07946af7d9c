import type { InsertSetting, ShippingSetting } from '@kushi/contract/admin/shipping-setting'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { SettingNav } from './setting-nav.tsx'

export const loader = async () => {
  const [setting, inserts] = await Promise.all([
    api('GET /admin/v1/setting/shipping'),
    api('GET /admin/v1/setting/inserts'),
  ])
  return { setting, inserts }
}

/** 出荷の設定: the sender, the pickup time, and the 同梱物. */
export function Component() {
  const { setting, inserts } = useLoaderData<typeof loader>()
  return (
    <Page title="出荷の設定">
      <SettingNav />
      <Sender key={setting.version} setting={setting} />
      <Inserts key={inserts.version} setting={inserts} />
    </Page>
  )
}

function Sender({ setting: { version, ...values } }: { setting: ShippingSetting }) {
  const { Form, TextField } = formFor<Omit<ShippingSetting, 'version'>>()
  const { revalidate } = useRevalidator()
  return (
    <Form
      values={values}
      submit="保存する"
      permission="setting.write"
      done="出荷の設定を保存しました"
      save={async (typed) => {
        await api('PUT /admin/v1/setting/shipping', { body: { ...typed, version } })
        await revalidate()
      }}
    >
      <Section title="ご依頼主" lead="送り状に印字します。1行は全角16文字までです。">
        <div className="grid gap-x-6 md:grid-cols-2">
          <TextField name="sender_name" label="ご依頼主名" isRequired />
          <TextField name="phone_number" label="電話番号" isRequired inputMode="tel" />
          <TextField name="postal_code" label="郵便番号" isRequired inputMode="numeric" />
          <TextField name="address1" label="住所(都道府県から)" isRequired />
          <TextField name="address2" label="建物" />
          <TextField name="item_name" label="品名" isRequired hint="例: 化粧品" />
          <TextField
            name="pickup_time"
            label="集荷の時刻"
            hint="例: 16:00。確定した荷物は、この時刻に発送済みになり、それまでは取り消せます。空欄なら、すぐに発送済みになります。"
          />
        </div>
      </Section>
      <Section title="配送会社のお客様コード">
        <div className="grid gap-x-6 md:grid-cols-3">
          <TextField name="accounts.yamato.customer_code" label={`${CARRIER_NAME.yamato} ご請求先顧客コード`} />
          <TextField name="accounts.yamato.classification_code" label="ご請求先分類コード" />
          <TextField name="accounts.yamato.freight_no" label="運賃管理番号" />
          <TextField name="accounts.sagawa.customer_code" label={`${CARRIER_NAME.sagawa} お客様コード`} />
        </div>
      </Section>
    </Form>
  )
}

function Inserts({ setting: { version, inserts } }: { setting: InsertSetting }) {
  const { Form, TextField, NumberField, CheckField, Rows } = formFor<Pick<InsertSetting, 'inserts'>>()
  const { revalidate } = useRevalidator()
  const fresh = { id: null, insert_name: '', shelf: '', delivery_no: null, adcd: '', is_gift: false }
  return (
    <div className="mt-8">
      <Form
        values={{ inserts }}
        submit="同梱物を保存する"
        permission="setting.write"
        look="plain"
        done="同梱物を保存しました"
        save={async (typed) => {
          await api('PUT /admin/v1/setting/inserts', { body: { ...typed, version } })
          await revalidate()
        }}
      >
        <Section
          title="同梱物"
          lead="何回目のお届けか(空欄は毎回)と、広告コード(空欄はすべて)で、荷物に入れるものを決めます。ギフトは、お届け先のお名前がご購入者と違う荷物です。メール便と離島には入れません。"
        >
          <Rows name="inserts" newRow={fresh} add="同梱物を増やす" isOrdered>
            {(n) => (
              <>
                <TextField name={`inserts.${n}.insert_name`} label="名前" className="mb-0!" />
                <TextField name={`inserts.${n}.shelf`} label="棚番" className="mb-0!" />
                <NumberField name={`inserts.${n}.delivery_no`} label="お届け" unit="回目" className="mb-0!" />
                <TextField name={`inserts.${n}.adcd`} label="広告コード" className="mb-0!" />
                <CheckField name={`inserts.${n}.is_gift`} label="ギフトだけ" className="mb-0! md:self-end md:pb-1.5" />
              </>
            )}
          </Rows>
        </Section>
      </Form>
    </div>
  )
}
