import { CARRIER_NAME, CARRIERS, type Carrier } from '@kushi/values/carrier'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'

const { Form, NumberField } = formFor<Record<Carrier, number>>()

export const loader = () => api('GET /admin/v1/setting/carriers')

/** 配送会社: when a parcel counts as received. */
export function Component() {
  const { version, ...days } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Page title="配送会社" parent={{ to: '/setting/delivery', name: '配送の設定' }}>
      <Form
        values={days}
        submit="保存する"
        permission="setting.write"
        done="配送会社の設定を保存しました"
        save={async (values) => {
          await api('PUT /admin/v1/setting/carriers', { body: { ...values, version } })
          await revalidate()
        }}
      >
        <Section
          title="お届け済みとみなす日数"
          lead="発送してからこの日数がたつと、配送会社からの知らせがなくても「お届け済み」になります。"
        >
          {CARRIERS.map((carrier) => (
            <NumberField key={carrier} name={carrier} label={CARRIER_NAME[carrier]} unit="日" isRequired />
          ))}
        </Section>
      </Form>
    </Page>
  )
}
