import { Link, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { NumberField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Rows } from './rows.tsx'
import { SettingNav } from './setting-nav.tsx'

export const loader = () => api('GET /admin/v1/setting/ranks')
type Values = { ranks: { id: number | null; rank_name: string; discount_rate: number }[] }

/** 会員ランク. */
export function Component() {
  const { version, ranks } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Page
      title="会員ランクの設定"
      lead="割引率は、保存したときからのご注文に使われます。新しい会員は、割引率がいちばん低いランクから始まります。"
    >
      <SettingNav />
      <Form<Values>
        key={version}
        values={{ ranks }}
        submit="保存する"
        done="会員ランクを保存しました"
        aside={
          <Link to="/content/customer_rank/0" className="text-link">
            会員ランクのご案内の文章
          </Link>
        }
        save={async (body) => {
          await api('PUT /admin/v1/setting/ranks', { body: { ...body, version } })
          await revalidate()
        }}
      >
        <Section title="ランク" lead="会員がいるランクは消せません。使うかどうかと期間は「店舗」で決めます。">
          <Rows name="ranks" fresh={{ id: null, rank_name: '', discount_rate: 0 }} add="ランクを増やす" isOrdered>
            {(n) => (
              <>
                <TextField name={`ranks.${n}.rank_name`} label="ランク名" className="mb-0!" />
                <NumberField name={`ranks.${n}.discount_rate`} label="割引率" unit="%" className="mb-0!" />
              </>
            )}
          </Rows>
        </Section>
      </Form>
    </Page>
  )
}
