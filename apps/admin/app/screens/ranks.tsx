import { Link, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMay } from '../me.ts'
import { NumberField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Empty, Page, Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { sayDate, sayNumber, sayYen, Time } from '../ui/time.tsx'

export const loader = async () => {
  const [terms, preview] = await Promise.all([api('GET /admin/v1/ranks'), api('GET /admin/v1/ranks/preview')])
  return { terms, preview }
}
type Loaded = Awaited<ReturnType<typeof loader>>

/** 会員ランク: what the next 1st will change, from what is bought until then. */
export function Component() {
  const { terms, preview } = useLoaderData<typeof loader>()
  const { ranks, is_active, decisions } = terms
  if (ranks.length === 0)
    return (
      <Page title="会員ランク">
        <Empty>このお店には、会員ランクがありません。</Empty>
      </Page>
    )
  return (
    <Page title="会員ランク" lead="ランクは毎月1日に、お買い上げ(割引後の商品代金、税込)から決まります。">
      {!is_active && (
        <p className="mb-4">
          <State tone="attention">会員ランクは今使われていないため、1日になっても決まりません。</State>
        </p>
      )}
      <Preview preview={preview} ranks={ranks} />
      <Terms terms={terms} />
      <Section title="これまでの決定">
        {decisions.length === 0 && <p className="text-muted text-xs">まだ決定はありません。</p>}
        <ul className="grid gap-1">
          {decisions.map(({ month, risen, fallen, created_at }) => (
            <li key={month} className="flex flex-wrap gap-x-6">
              <span className="numeric">{month.slice(0, 7)}</span>
              <span className="numeric">
                上がった {sayNumber(risen)}人・下がった {sayNumber(fallen)}人
              </span>
              <span className="text-muted text-xs">
                <Time value={created_at} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}

function Preview({ preview, ranks }: { preview: Loaded['preview']; ranks: Loaded['terms']['ranks'] }) {
  const { month, from, to, risen, fallen, changes } = preview
  const name = (id: number | null) => ranks.find((one) => one.id === id)?.rank_name ?? 'なし'
  return (
    <Section
      title={`${sayDate(month)}の決定の見込み: ${sayNumber(risen)}人が上がり、${sayNumber(fallen)}人が下がります`}
      lead={`${from} から ${to} までのお買い上げで決まります。今日までの分で計算しています。`}
    >
      {changes.length === 0 && <p className="text-muted">今のところ、ランクが変わる会員はいません。</p>}
      {changes.length > 0 && (
        <table className="w-full text-left">
          <thead className="border-edge border-b text-muted text-xs">
            <tr>
              <th className="py-1 font-normal">会員</th>
              <th className="font-normal">変化</th>
              <th className="text-right font-normal">お買い上げ</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((one) => (
              <tr key={one.customer_id} className="border-line border-b">
                <td className="py-1">
                  <Link to={`/customers/${one.customer_id}`} className="text-link">
                    {one.name}
                  </Link>
                </td>
                <td>
                  {one.is_rise ? '上がる' : '下がる'}: {name(one.from_rank_id)} → {name(one.to_rank_id)}
                </td>
                <td className="numeric text-right">{sayYen(one.spent_amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {risen + fallen > changes.length && (
        <p className="mt-2 text-muted text-xs">ほか{sayNumber(risen + fallen - changes.length)}人</p>
      )}
    </Section>
  )
}

interface Values {
  customer_rank_months: number
  ranks: { id: number; threshold_amount: number }[]
}

function Terms({ terms: { ranks, customer_rank_months } }: { terms: Loaded['terms'] }) {
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('setting.write')
  const fields = ranks.map(({ id, threshold_amount }) => ({ id, threshold_amount }))
  if (!mayWrite)
    return (
      <Section title="基準" lead={`直近${customer_rank_months}か月のお買い上げ`}>
        {ranks.map(({ id, rank_name, threshold_amount, discount_rate }) => (
          <p key={id}>
            {rank_name}: {sayYen(threshold_amount)}以上・{discount_rate}%引き
          </p>
        ))}
      </Section>
    )
  return (
    <Section
      title="基準"
      lead="変えても今のランクはそのままで、次の1日の決定から使われます。ご案内のページも直してください。"
    >
      <Form<Values>
        values={{ customer_rank_months, ranks: fields }}
        submit="基準を保存する"
        done="基準を保存しました"
        save={async (body) => {
          await api('PUT /admin/v1/ranks', { body })
          await revalidate()
        }}
      >
        <NumberField name="customer_rank_months" label="お買い上げを数える期間" unit="か月" />
        {ranks.map(({ id, rank_name, discount_rate }, at) => (
          <NumberField
            key={id}
            name={`ranks.${at}.threshold_amount`}
            label={`${rank_name}(${discount_rate}%引き)`}
            unit="円以上"
          />
        ))}
      </Form>
    </Section>
  )
}
