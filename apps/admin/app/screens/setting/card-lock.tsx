import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'

const { Form, NumberField } = formFor<Values>()

export const loader = () => api('GET /admin/v1/setting/card-lock')
type Values = Record<'card_decline_max' | 'card_decline_minutes' | 'card_lock_minutes', number>

/** カード入力の停止: protects against the testing of stolen cards. */
export function Component() {
  const { version, ...values } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Page title="カード入力の停止" parent={{ to: '/setting/payment', name: '支払いの設定' }}>
      <Form
        values={values}
        submit="保存する"
        permission="setting.write"
        done="カード入力の停止を保存しました"
        save={async (given) => {
          await api('PUT /admin/v1/setting/card-lock', { body: { ...given, version } })
          await revalidate()
        }}
      >
        <Section
          title="盗まれたカードの試し打ちを止める"
          lead="続けて使えなかったカードの回数を数え、多すぎるときは、しばらく入力できなくします。"
        >
          <NumberField name="card_decline_minutes" label="この時間のうちに" unit="分" isRequired />
          <NumberField name="card_decline_max" label="この回数だけ失敗したら" unit="回" isRequired />
          <NumberField name="card_lock_minutes" label="この時間、入力を止める" unit="分" isRequired />
        </Section>
      </Form>
    </Page>
  )
}
